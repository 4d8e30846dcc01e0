"""The server's own log on standard error: a line of text or a JSON object each, with its time and what it is about."""

import json
import logging
import sys
from datetime import UTC, datetime

from loket.cli.lines import json_line
from loket.config import Config

FIELDS = ("conversation", "seq", "call", "code", "method", "path", "status", "ms", "bytes", "owner")
"""What a line may be about, beside its words."""
CHARACTERS = 2000
"""Of a line: libraries quote what a caller sent, however long it is."""


def begin(config: Config) -> None:
    """From now on this process tells what goes wrong; `verbose` ones tell every request and second tries, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if config.log_format == "json" else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("loket").setLevel(logging.INFO if config.verbose else logging.WARNING)
    logging.captureWarnings(True)


class TextLines(logging.Formatter):
    """For people: moment, level, words, what it is about; a traceback stands below."""

    def format(self, record: logging.LogRecord) -> str:
        about = "".join(f" {name}={value}" for name, value in _fields(record).items() if not _is_access(record))
        words = record.getMessage().replace("\n", " ")
        lines = [f"{_moment(record)} {record.levelname} {record.name}: {words}{about}"]
        if record.exc_info:
            lines += self.formatException(record.exc_info).split("\n")
        return "\n".join("".join(c if c.isprintable() else ascii(c)[1:-1] for c in _cut(line)) for line in lines)


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {"at": _moment(record), "level": record.levelname.lower(), "logger": record.name}
        told |= {"text": _cut(record.getMessage()), **_fields(record)}
        if record.exc_info:
            told["traceback"] = "\n".join(map(_cut, self.formatException(record.exc_info).split("\n")))
        return json_line(json.dumps(told, ensure_ascii=False, default=str))


def _fields(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name in FIELDS if (value := getattr(record, name, None)) is not None}


def _cut(line: str) -> str:
    return line if len(line) <= CHARACTERS else f"{line[:CHARACTERS]}…"


def _is_access(record: logging.LogRecord) -> bool:
    return record.name == "loket.access"  # its words are its fields


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
