"""Countries as people name them, and where the authority of each speaks."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache

from loket.language.tokens import folds
from loket_demos.relocation.content import DATA, Data, Text


class Country(Data):
    """A country: its ISO code, what it is called, other names and its people, and the official address for visas."""

    code: str
    name: Text
    called: tuple[str, ...] = ()
    official: str = ""


@lru_cache(maxsize=1)
def countries() -> Mapping[str, Country]:
    """All that are known by name, by their codes."""
    read = tomllib.loads((DATA / "countries.toml").read_text("utf-8"))
    return {code: Country.model_validate({"code": code, **fields}) for code, fields in read.items()}


@lru_cache(maxsize=1)
def names() -> Mapping[str, str]:
    """Every way to write a country, folded, and its code."""
    every = {
        " ".join(folds(one)): code for code, it in countries().items() for one in (it.name.pt, it.name.en, *it.called)
    }
    return {**every, **{code.lower(): code for code in countries()}}


def country_of(text: str) -> Country | None:
    """The country that these words name, whole; None when nobody knows it."""
    code = names().get(" ".join(folds(text)))
    return None if code is None else countries()[code]
