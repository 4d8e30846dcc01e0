"""The section AVAILABLE_FILES of a prompt: what there is to read and to send, and how much of it is left out."""

import json
from dataclasses import dataclass

from loket.core.data import JsonObject
from loket_demos.scenario.vault.fold import Vault, VaultFile, VaultSource

LIMIT = 50
_SUMMARY = 300
_SHOWN: dict[VaultSource, str] = {"user": "vault", "synth": "synth", "agent": "agent", "remote-agent": "agent"}


@dataclass(frozen=True)
class Available:
    """Those that are listed: with priority first, then those last made use of. `left_out` counts the rest."""

    files: tuple[VaultFile, ...]
    left_out: int


def available(vault: Vault, limit: int = LIMIT) -> Available:
    """As many as the limit allows."""
    ranked = sorted(vault.files.values(), key=lambda file: (not file.priority, -file.used, -file.seq, file.name))
    return Available(tuple(ranked[:limit]), max(0, len(ranked) - limit))


def available_files(vault: Vault, limit: int = LIMIT) -> str:
    """The lines of the section; each file is one, with nothing in it that could close the section."""
    listed = available(vault, limit)
    lines = [_line(file) for file in listed.files] or ["(none)"]
    if listed.left_out:
        lines.append(f"({listed.left_out} more are left out; the limit is {limit})")
    return "\n".join(lines)


def _line(file: VaultFile) -> str:
    said: JsonObject = {
        "name": file.name,
        "docId": file.doc_id,
        "mimeType": file.ref.media,
        "size": file.size,
        "source": _SHOWN[file.source],
        "private": file.private,
        "priority": file.priority,
        "summary": file.summary[:_SUMMARY],
        "keywords": list(file.keywords),
    }
    shown = {name: value for name, value in said.items() if value or name in ("size", "private")}
    return json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
