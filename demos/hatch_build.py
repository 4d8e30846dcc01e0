"""Bundles the demos' parts of pages, as `hatch_build.py` of the whole project says; without that they must be there."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOP = Path(__file__).resolve().parent.parent


def _project() -> ModuleType | None:
    script = TOP / "hatch_build.py"
    spec = importlib.util.spec_from_file_location("loket_hatch_build", script) if script.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def get_build_hook() -> type[BuildHookInterface]:
    """The project's hook for what belongs to the demos."""
    project = _project()
    if project is None:
        return BuildHookInterface

    class DemosHook(project.WebHook):
        web = project.DEMOS
        top = TOP

    return DemosHook
