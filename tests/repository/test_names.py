"""Functions and classes have names that say something, and no name stands for two public classes."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEFINED = re.compile(r"^\s*(?:async def|def|class) (\w+)", re.MULTILINE)
PUBLIC_CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
VAGUE = {"told", "said", "found", "one", "known", "given", "named"}


def test_names_say_something_and_stand_for_one_thing() -> None:
    texts = {p: p.read_text("utf-8") for room in ("src/loket", "demos/src") for p in (ROOT / room).rglob("*.py")}
    names = [(path, name) for path, text in texts.items() for name in DEFINED.findall(text)]
    assert len(names) > 4000
    assert not [(str(path), name) for path, name in names if name.strip("_").lower() in VAGUE]
    times = Counter(name for text in texts.values() for name in PUBLIC_CLASS.findall(text))
    assert not [name for name, count in times.items() if count > 1]
