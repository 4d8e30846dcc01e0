"""A tape: what a model answered in one conversation, in a file that a person can read, found again by what was asked.

Keys, addresses and long numbers are on no tape, nor are the thoughts that only a provider can read: a request is known
by the digest of what is left, so that the answer is found whoever asks, on whichever day."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from loket.core.actions import Usage
from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import ConfigError
from loket.core.model import (
    FailureCode,
    Finish,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    Part,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from loket.core.shapes import is_list, is_object

ENDING = ".tape.yaml"
HEAD = "# What a language model answered in one conversation. LOKET_TAPE=replay answers so again.\n"

_SCRUBBED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\[\d{4}-\d\d-\d\d\]"), "[day]"),
    (re.compile(r"(?i)\b(?:bearer\s+|sk-|pk-|gsk_|AIza|xox[a-z]-|gh[a-z]_)[A-Za-z0-9._~+/-]{8,}=*"), "[key]"),
    (re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"), "[address]"),
    (re.compile(r"(?<![\w-])(?!(?:19|20)\d\d[-.]\d)\+?\d(?:[ .()-]?\d){8,30}"), "[number]"),
)


class Failure(Frozen):
    """A request that was not answered."""

    code: FailureCode
    text: str


class TapedTurn(Frozen):
    """One request and what came of it. `asked` and `about` are for people: the last message of the
    request, and whose step it was for."""

    digest: str
    asked: str = ""
    about: JsonObject = {}
    answer: tuple[Part, ...] = ()
    finish: Finish = "stop"
    usage: Usage = Usage()
    failed: Failure | None = None

    def response(self) -> ModelResponse:
        """The response, or the failure that was recorded."""
        if self.failed is not None:
            raise ModelFailed(self.failed.code, self.failed.text)
        return ModelResponse(parts=self.answer, finish=self.finish, usage=self.usage)


def answered(request: ModelRequest, response: ModelResponse) -> TapedTurn:
    """The turn of a response, fit for a tape."""
    parts = tuple([_plain(part) for part in response.parts])
    usage = response.usage.model_copy(update={"took_ms": 0})
    return _turn(request).model_copy(update={"answer": parts, "finish": response.finish, "usage": usage})


def refused(request: ModelRequest, failed: ModelFailed) -> TapedTurn:
    """The turn of a failure."""
    return _turn(request).model_copy(update={"failed": Failure(code=failed.code, text=failed.text)})


def _turn(request: ModelRequest) -> TapedTurn:
    return TapedTurn(digest=digest(request), asked=_last(request), about=scrubbed(request.about))


def digest(request: ModelRequest) -> str:
    """The same for every request that asks the same."""
    asked = request.model_dump(include={"messages", "tools", "tool_choice", "output"})
    plain = json.dumps(scrubbed(_comparable(asked)), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def scrubbed(value: Json) -> Json:
    """The value without keys, addresses and long numbers; scrubbed again it is the same."""
    if isinstance(value, str):
        for pattern, instead in _SCRUBBED:
            value = pattern.sub(instead, value)
        return value
    if is_object(value):
        return {name: scrubbed(inner) for name, inner in value.items()}
    return [scrubbed(inner) for inner in value] if is_list(value) else value


def read(folder: Path) -> Mapping[str, list[TapedTurn]]:
    """All turns on the tapes of a folder by their digests. ConfigError names the tape that can't be read."""
    turns: dict[str, list[TapedTurn]] = {}
    for file in sorted(folder.glob(f"*{ENDING}")):
        try:
            raw: Any = yaml.load(file.read_text("utf-8"), Loader=_FAST_LOADER)  # noqa: S506 - a safe one
            for turn in [TapedTurn.model_validate(each) for each in raw["turns"]]:
                turns.setdefault(turn.digest, []).append(turn)
        except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError, KeyError, TypeError):
            raise ConfigError("bad_tape", f"The tape {file} can't be read.") from None
    return turns


def write(folder: Path, name: str, turns: Sequence[TapedTurn]) -> None:
    """A tape with these turns, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = [turn.model_dump(mode="json", exclude_defaults=True) for turn in turns]
    for turn, raw in zip(turns, kept, strict=True):
        if turn.answer:
            raw["answer"] = [{"kind": part.kind, **part.model_dump(exclude_defaults=True)} for part in turn.answer]
    body = yaml.dump({"turns": kept}, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=120)
    half = folder / f".{name}{ENDING}"
    half.write_text(HEAD + body, "utf-8")
    half.replace(folder / f"{name}{ENDING}")


def name_of(turn: TapedTurn) -> str:
    """What the tape is called that begins with this turn: its first words, and its digest."""
    words = re.findall(r"[a-z0-9]+", turn.asked.lower().removeprefix("[day]"))
    return "-".join([*words[:6], turn.digest[:8]])[:80]


_FAST_DUMPER: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_FAST_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Dumper(_FAST_DUMPER):
    """Writes texts of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _plain(part: Part) -> Part:
    """Without what only the provider reads, and scrubbed."""
    match part:
        case TextPart(text=text) | ThinkingPart(text=text):
            return part.model_copy(update={"text": scrubbed(text), "thought": None})
        case ToolCallPart(args=args, broken=broken):
            return part.model_copy(update={"args": scrubbed(args), "broken": scrubbed(broken), "thought": None})
        case _:
            return part


def _last(request: ModelRequest) -> str:
    message = request.messages[-1] if request.messages else ModelMessage(role="user", parts=())
    texts = [getattr(part, "text", "") for part in message.parts]
    return scrubbed("\n".join(filter(None, texts)))[:2000]


def _comparable(value: Json) -> Json:
    """Without thoughts, and with the digests of files in their place."""
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if is_object(value):
        return {name: _comparable(inner) for name, inner in value.items() if name != "thought"}
    if not isinstance(value, list | tuple):
        return value
    return [_comparable(inner) for inner in value if not (is_object(inner) and inner.get("kind") == "thinking")]
