"""The sentences that are said without a model, by their names: data, in both languages."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache

from pydantic import TypeAdapter

from loket_demos.relocation.content import DATA, Text

_SHAPE = TypeAdapter(dict[str, dict[str, Text]])


@lru_cache(maxsize=1)
def _every() -> Mapping[str, Mapping[str, Text]]:
    return _SHAPE.validate_python(tomllib.loads((DATA / "texts.toml").read_text("utf-8")))


def sentence(group: str, name: str, locale: str, **places: object) -> str:
    """A sentence with what belongs in its places. KeyError for one that there is not: a bug of ours."""
    return _every()[group][name].within(locale).format(**places)


def words(group: str) -> Mapping[str, Text]:
    """All sentences of a group."""
    return _every()[group]
