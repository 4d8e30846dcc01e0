"""What the workbench itself says of a run to whoever watches it: why a step was taken, and which limit was reached.

A record has it in English, a limit in the language of the scenario. The page knows each of these sentences again and
says it in the language of its reader, from the same file."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def own_words(key: str, language: str = "en", **values: object) -> str:
    """The sentence in this language, in English when it is none of ours."""
    sentences = _sentences()[key]
    return sentences.get(language.partition("-")[0].lower(), sentences["en"]).format(**values)


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    file = files("loket_demos.scenario") / "data" / "own_words.json"
    return json.loads(file.read_text("utf-8"))
