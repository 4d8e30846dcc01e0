"""The sentences of the tools in the language of the person; German when we don't speak it."""

import string
import tomllib
from functools import lru_cache

from loket_demos.sogis.source.shipped import ROOM

FALLBACK = "de"


def say(locale: str, kind: str, name: str, **values: object) -> str:
    """A sentence of `texts.toml`. What is filled in stays as it is; a name that is not given is left out."""
    texts = _texts()
    tongue = locale.partition("-")[0].lower()
    pattern = texts[tongue if tongue in texts else FALLBACK][kind][name]
    return " ".join(_Lenient().vformat(pattern, (), values).split())


def languages() -> dict[str, dict[str, dict[str, str]]]:
    """Everything there is to say."""
    return _texts()


class _Lenient(string.Formatter):
    """Fills in plain names only: no attributes and no indexes of what is filled in."""

    def get_field(self, field_name: str, args: object, kwargs: object) -> tuple[object, str]:
        return (kwargs.get(field_name, "") if isinstance(kwargs, dict) else "", field_name)


@lru_cache(maxsize=1)
def _texts() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads((ROOM / "texts.toml").read_text("utf-8"))
