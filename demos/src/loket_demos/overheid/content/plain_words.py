"""The words that plain Dutch (B1) replaces by easier ones; models are told to avoid them, our own texts are tested."""

from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow


class ReplaceList(DataRow):
    """A star at the end of a word: the word may go on."""

    checked: date
    woorden: dict[str, str]


@cache
def replace_list() -> dict[str, str]:
    """Words to replace, and by what; read once."""
    return read("vervang", ReplaceList).woorden
