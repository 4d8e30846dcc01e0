"""Which files a message may take along: those it names, by id or by exactly their name, and never a private one."""

from collections.abc import Sequence
from difflib import get_close_matches

from loket.core.data import Json
from loket.core.shapes import text_at
from loket.core.tool import ToolFailed
from loket_demos.scenario.vault.fold import Vault, VaultFile


def attached(vault: Vault, named: Sequence[Json], deed: str = "sent") -> tuple[VaultFile, ...]:
    """The files, each once, in the order in which they were named. ToolFailed when one of them is not there
    (`missing_attachment`) or private (`private_file`): then nothing is sent, or read. One with the bytes of a private
    file is private, whatever it is called."""
    private = {file.digest or file.ref.uri for file in vault.files.values() if file.private}
    files: dict[str, VaultFile] = {}
    for one in named:
        file = vault.resolve(one)
        if file is None:
            raise ToolFailed("missing_attachment", _missing(vault, one, deed))
        if (file.digest or file.ref.uri) in private:
            raise ToolFailed("private_file", _private(file, deed))
        files[file.name] = file
    return tuple(files.values())


def _private(file: VaultFile, deed: str) -> str:
    return f"Nothing was {deed}: {file.name} is private. Go on without it."


def _missing(vault: Vault, named: Json, deed: str) -> str:
    wanted = text_at(named, "docId") or text_at(named, "name")
    if not wanted:
        return f'Nothing was {deed}: each attachment is an object with a "docId" or a "name".'
    near = get_close_matches(wanted, [file.name for file in vault.files.values() if not file.private], 1)
    meant = f"did you mean {near[0]}?" if near else "use a docId or a name as it stands in AVAILABLE_FILES."
    return f"Nothing was {deed}: there is no file {wanted[:120]}; {meant}"
