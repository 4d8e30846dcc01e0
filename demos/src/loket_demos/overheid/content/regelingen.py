"""The allowances we know, and the names people use for them."""

from functools import cache, lru_cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.words import occurs, plain

RegelingCode = Literal["zorgtoeslag", "huurtoeslag", "kindgebonden_budget", "kinderopvangtoeslag"]
CODES: tuple[RegelingCode, ...] = ("zorgtoeslag", "huurtoeslag", "kindgebonden_budget", "kinderopvangtoeslag")

LONGEST_NAME = 100


class Regeling(DataRow):
    """`elders`: its names in the other languages that we speak."""

    code: RegelingCode
    naam: str
    aliases: tuple[str, ...]
    elders: tuple[str, ...]


class Regelingen(DataRow):
    regelingen: tuple[Regeling, ...]


@cache
def regelingen() -> tuple[Regeling, ...]:
    """All allowances, read once."""
    return read("regelingen", Regelingen).regelingen


def regeling(name: object) -> Regeling | None:
    """The allowance that a person means, or None when it is another one."""
    return _by_alias(name[:LONGEST_NAME]) if isinstance(name, str) else None


@lru_cache(maxsize=64)
def _by_alias(name: str) -> Regeling | None:
    words = plain(name)
    matches = [
        (len(alias), one) for one in regelingen() for alias in (one.naam.lower(), *one.aliases) if occurs(alias, words)
    ]
    return max(matches, key=lambda match: match[0])[1] if matches else None
