"""Loket: a counter for conversations with people, agents and tools, kept as one log with a reason for every step.

What an assistant is made with is imported when it is first asked for, so that `import loket` costs nothing."""

from importlib import import_module

__version__ = "0.1.0"

_PLACES = {
    "Assistant": "loket.face.assistant",
    "Budget": "loket.core.assistant",
    "Context": "loket.face.tool",
    "Flow": "loket.face.flow",
    "ToolFailed": "loket.core.tool",
    "ask": "loket.face.flow",
    "call": "loket.face.flow",
    "done": "loket.face.flow",
    "flow": "loket.face.flow",
    "page_of": "loket.face.pages",
    "FlowContext": "loket.planners.script",
    "tool": "loket.face.tool",
}
"""Where the names live; `__init__.pyi` tells type checkers the same."""


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'loket' has no attribute {name!r}; it has {', '.join(sorted(_PLACES))}")
    found = getattr(import_module(_PLACES[name]), name)
    globals()[name] = found
    return found
