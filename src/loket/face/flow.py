"""`@flow`: a written dialogue as a plain generator, and what it may yield: `call`, `ask`, and `done` at its end."""

import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any, Literal, Protocol, TypedDict, Unpack, overload

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from loket.core.actions import Choice
from loket.core.data import JsonObject
from loket.core.events import Returned
from loket.core.tool import ToolSpec
from loket.face.docstrings import documented
from loket.face.hints import Parameters, name_of, parameters_of, schema_of
from loket.face.tool import TypedTool, title_of
from loket.planners.flow import SURFACE
from loket.planners.script import FlowContext, ScriptFlow
from loket.planners.script_steps import Calls, FlowCall, FlowEnd, FlowQuestion, Step

Flow = Generator[Any, Any, FlowEnd | str | None]
"""What the function of a flow returns, for type checkers: `def booking(day: date) -> Flow:`."""
ONLY = "A flow yields call(…), ask(…) or a list of calls, and returns done(…)"


class Addressee(Protocol):
    """An assistant, as far as a flow knows it."""

    @property
    def name(self) -> str: ...


class FlowOptions(TypedDict, total=False):
    """What a flow may say beyond its generator. `page` is the page whose form starts it and that shows how it goes;
    `examples` are sentences of people who want it."""

    name: str
    title: str
    description: str
    page: str
    examples: list[str]


@dataclass(frozen=True)
class TypedFlow:
    """A declared flow. `spec` is how words find it: its arguments are read like those of a tool. `tools` are those its
    code names, which its assistant may therefore call."""

    script: ScriptFlow
    spec: ToolSpec
    takes: Parameters
    tools: tuple[TypedTool[..., Any], ...] = ()
    page: str = ""

    @property
    def name(self) -> str:
        """The client event that starts it."""
        return self.script.name


@dataclass(frozen=True)
class _Called:
    """A call that was not given its place among others yet."""

    work: FlowCall
    step: str
    reason: str


@overload
def flow(function: Callable[..., Any], /, **options: Unpack[FlowOptions]) -> TypedFlow: ...
@overload
def flow(**options: Unpack[FlowOptions]) -> Callable[[Callable[..., Any]], TypedFlow]: ...
def flow(function: Any = None, /, **options: Unpack[FlowOptions]) -> Any:
    """Makes a flow of a generator with type hints. What starts it: the form of its page, a button with its name, or
    words that its arguments are read from.

    TypeError with what to write when it is no generator, a hint is missing or a name can't be one."""
    if function is None:
        return lambda declared: _declared(declared, options)
    return _declared(function, options)


def _declared(function: Callable[..., Any], options: FlowOptions) -> TypedFlow:
    plain = name_of(function)
    if unknown := sorted(set(options) - set(FlowOptions.__annotations__)):
        raise TypeError(f"flow has no option {unknown[0]}; it has {', '.join(FlowOptions.__annotations__)}.")
    if not inspect.isgeneratorfunction(function):
        raise TypeError(f"{plain} is no generator. {ONLY}; with nothing to yield it is a tool.")
    docs = documented(inspect.getdoc(function))
    takes = parameters_of(function, FlowContext, docs, whole=True)
    page = options.get("page", "")
    surface = page or plain
    if not SURFACE.fullmatch(surface):
        raise TypeError(f"The page {surface!r} of {plain} can't be one: 1 to 64 letters, digits, _ or -.")
    name = options.get("name", f"{surface}/{plain}")
    title = options.get("title", title_of(plain))
    examples: JsonObject = {"x-examples": list(options["examples"])} if "examples" in options else {}

    def begin(args: JsonObject, context: FlowContext) -> Any:
        values = takes.values(args)
        return function(**({**values, takes.extra: context} if takes.extra else values))

    text = options.get("description", docs.text)
    spec = ToolSpec(name=name, title=title, description=text, input={**takes.schema, **examples}, read_only=True)
    script = ScriptFlow(name, surface, title, begin, _step, _end, prepare=_filled_in)
    return TypedFlow(script, spec, takes, tuple(_tools_of(function)), page)


def _tools_of(function: Any) -> Iterator[TypedTool[..., Any]]:
    """The tools that the code of a function names, outside it or around it."""
    codes: list[CodeType] = [function.__code__]
    seen: dict[str, Any] = dict(inspect.getclosurevars(function).nonlocals)
    for code in codes:
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
        seen |= {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    return (found for found in {id(one): one for one in seen.values()}.values() if isinstance(found, TypedTool))


def _filled_in(payload: JsonObject) -> JsonObject:
    """What a form sends, without the fields that were left empty."""
    return {name: value for name, value in payload.items() if value not in ("", None)}


def call(
    what: TypedTool[..., Any] | TypedFlow | Addressee | str,
    task: str = "",
    /,
    *,
    step: str = "",
    why: str = "",
    **args: Any,
) -> Any:
    """To yield: a tool, an assistant or another flow does this. What comes back is its value, as the hints of a tool
    say; of an assistant its value, or else its words. `task` says in words what an assistant is to do. A failure is
    raised as ToolFailed.

    `step` is the name in the log when it is another one than the tool's; `why` the reason."""
    given: JsonObject = to_jsonable_python(args, by_alias=True)
    match what:
        case TypedTool():
            tool, gives = what.spec.name, what.gives
            work = FlowCall(tool, given, lambda back: gives.value(back.value))
            return _Called(work, step or tool, why or f"{what.spec.title}.")
        case str():
            return _Called(FlowCall(what, given, lambda back: back.value), step or what, why or f"{title_of(what)}.")
        case TypedFlow():
            work = FlowCall(what.name, given, _outcome, to="")
            return _Called(work, step or what.name, why or f"{what.script.title}.")
        case _:
            work = FlowCall(step or "ask", given, _outcome, to=what.name, task=task)
            return _Called(work, step or what.name, why or f"{title_of(what.name)} knows.")


def _outcome(back: Returned) -> Any:
    return back.text if back.value is None else back.value


def ask(
    text: str,
    *,
    choices: Sequence[Any] = (),
    form: Any = None,
    step: str = "ask",
    why: str = "Only the person can say this.",
) -> Any:
    """To yield: asks the person. With `choices` the one that was picked comes back, by a press or in words; with a
    `form` (a type with fields) an instance of it; else the words. Choices are plain values, or objects with an `id` and
    a `title`, `label` or `name`."""
    if form is not None:
        adapter = TypeAdapter[Any](form)
        return FlowQuestion(step, why, text, form=schema_of(adapter, "validation"), filled=adapter.validate_python)
    options = tuple((_choice(value), value) for value in choices)
    ids = [choice.id for choice, _ in options]
    if twice := next((id for id in ids if ids.count(id) > 1), None):
        raise ValueError(f"Two choices of {text!r} are called {twice}: give each an id of its own.")
    return FlowQuestion(step, why, text, options)


def _choice(value: Any) -> Choice:
    plain = to_jsonable_python(value)
    if not isinstance(plain, dict):
        return Choice(id=str(plain)[:80], label=str(plain))
    label = next((str(plain[name]) for name in ("label", "title", "name") if plain.get(name)), "")
    label = label or ", ".join(str(part) for part in plain.values())
    return Choice(id=str(plain.get("id") or label)[:80], label=label, detail=str(plain.get("detail") or ""))


def done(text: str = "", value: Any = None, outcome: Literal["success", "neutral", "failure"] = "success") -> FlowEnd:
    """To return: how the flow ended. `text` is what a person reads, `value` what programs are given."""
    return FlowEnd(text, to_jsonable_python(value), outcome)


def _step(yielded: Any) -> Step:
    """What was yielded, in its place; TypeError for anything else."""
    match yielded:
        case FlowQuestion():
            return yielded
        case _Called():
            return Calls(yielded.step, yielded.reason, (yielded.work,))
        case [_Called(), *_] if all(isinstance(one, _Called) for one in yielded):
            names = list(dict.fromkeys(one.step for one in yielded))
            reasons = dict.fromkeys(one.reason for one in yielded)
            return Calls(" + ".join(names), " ".join(reasons), tuple(one.work for one in yielded), alone=False)
        case _:
            raise TypeError(f"{ONLY}; this one yielded {type(yielded).__name__}.")


def _end(returned: Any) -> FlowEnd:
    match returned:
        case FlowEnd():
            return returned
        case None:
            return FlowEnd()
        case str():
            return FlowEnd(returned)
        case _:
            raise TypeError(f"{ONLY}; this one returned {type(returned).__name__}.")
