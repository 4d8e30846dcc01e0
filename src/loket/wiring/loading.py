"""Loading a package of assistants: whatever goes wrong in it is told with its own file and line, in one sentence."""

import os
from importlib import import_module
from pathlib import Path
from traceback import walk_tb

from pydantic import ValidationError

from loket.core.errors import ConfigError, LoketError
from loket.engine.kit import checked
from loket.house.bundle import Bundle, Packaged, Services
from loket.logs import logger

log = logger("loket.wiring")


def loaded(name: str, services: Services) -> Bundle:
    """The bundle that `module:function` makes, or the one of the assistant that is there, with schemas that are
    schemas. ConfigError says where it went wrong."""
    module, _, function = name.partition(":")
    try:
        make = getattr(import_module(module), function)
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


def _refusal(name: str, error: Exception) -> ConfigError:
    """One sentence, theirs first; the whole traceback is for those who want to read it (`--verbose`)."""
    log.info("the package %s can't be loaded", name, exc_info=error)
    code = error.code if isinstance(error, LoketError) else "bad_config"
    place = _place(error, name.partition(":")[0].partition(".")[0])
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
            return f"{type(error).__name__}: {error}."


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
