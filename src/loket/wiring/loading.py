"""Loading a package of assistants: whatever goes wrong in it is told with its own file and line, in one sentence."""

import os
import sys
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from pydantic import ValidationError

from loket.core.errors import ConfigError, LoketError
from loket.engine.kit import checked
from loket.house.bundle import Bundle, Packaged, Services
from loket.logs import logger

log = logger("loket.wiring")


def loaded(name: str, services: Services) -> Bundle:
    """The bundle that `module:function` makes, or the one of the assistant that is there, with schemas that are
    schemas. The module may be a file (`shop.py`), and then its only assistant need not be named. ConfigError says where
    it went wrong."""
    place, _, attribute = name.partition(":")
    try:
        module = _from_file(Path(place)) if place.endswith(".py") else import_module(place)
        make = getattr(module, attribute or _only(module))
    except Exception as error:
        raise _refusal(name, error) from error
    try:
        made = make.bundle(services) if isinstance(make, Packaged) else make(services)
        if isinstance(made, Bundle):
            specs = [tool.spec for tool in (*made.tools, *made.inner)]
            checked([*specs, *(spec for agent in made.agents for spec in agent.capabilities)])
            return made
    except Exception as error:
        raise _refusal(name, error) from error
    raise ConfigError("bad_config", f"{name} is neither an assistant nor a function that gives a bundle.")


def _from_file(path: Path) -> ModuleType:
    """The module in a file, as a program that was started in its folder would import it."""
    path = path.resolve()
    if not path.is_file():
        raise ConfigError("bad_config", f"There is no file {_short(str(path))}.")
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    module = import_module(path.stem)
    if module.__file__ is None or Path(module.__file__).resolve() != path:
        raise ConfigError("bad_config", f"Another module is called {path.stem}, too; give the file a name of its own.")
    return module


def _only(module: ModuleType) -> str:
    """The name of the one assistant of a module that no other of its assistants gives work to."""
    there = {name: one for name, one in vars(module).items() if isinstance(one, Packaged)}
    below = {spec.name for one in there.values() for spec in one.bundle(Services()).assistants if spec.name != one.name}
    fronts = [name for name, one in there.items() if one.name not in below]
    if len(fronts) == 1:
        return fronts[0]
    if not fronts:
        raise ConfigError("bad_config", "It has no assistant: give one a name, such as shop = Assistant(…).")
    raise ConfigError("bad_config", f"It has several assistants: say which, as in {module.__name__}.py:{fronts[0]}.")


def _refusal(name: str, error: Exception) -> ConfigError:
    """One sentence, theirs first; the whole traceback is for those who want to read it (`--verbose`)."""
    log.info("the package %s can't be loaded", name, exc_info=error)
    code = error.code if isinstance(error, LoketError) else "bad_config"
    module = name.partition(":")[0]
    place = _place(error, Path(module).stem if module.endswith(".py") else module.partition(".")[0])
    return ConfigError(code, f"The assistant {name} can't be loaded: {_sentence(error)}{place}")


def _sentence(error: Exception) -> str:
    match error:
        case LoketError(text=text):
            return text
        case SyntaxError(msg=words):
            return f"SyntaxError: {words}."
        case ValidationError():
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            return f"{error.title}{f' {where}' if where else ''}: {first['msg'].removeprefix('Value error, ')}."
        case _:
            end = "" if str(error).endswith((".", "?")) else "."
            return f"{type(error).__name__}: {error}{end}"


def _place(error: Exception, package: str) -> str:
    """The innermost line of the package's own code that led to the error."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({_short(error.filename)}, line {error.lineno})"
    own = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package
    ]
    return f" ({_short(own[-1][0])}, line {own[-1][1]})" if own else ""


def _short(file: str) -> str:
    """Seen from here when it lies here."""
    near = os.path.relpath(file)
    return file if near.startswith(os.pardir) else str(Path(near))
