"""Functions and classes have names that say something, and no name stands for two public classes."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPPED = ("src/loket", "demos/src")
ALL = (*SHIPPED, "examples", "tests", "bench", "scripts")
DEFINED = re.compile(r"^\s*(?:async def|def|class) (\w+)", re.MULTILINE)
FUNCTION = re.compile(r"^\s*(?:async )?def (\w+)", re.MULTILINE)
PUBLIC_CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
VAGUE = {"told", "said", "found", "one", "known", "given", "named"}


def texts(rooms: tuple[str, ...]) -> dict[Path, str]:
    """Our modules; folders with a dot, environments of others among them, are not ours."""
    files = [path.relative_to(ROOT) for room in rooms for path in (ROOT / room).rglob("*.py")]
    return {path: (ROOT / path).read_text("utf-8") for path in files if not any(p[0] == "." for p in path.parts)}


def test_names_say_something() -> None:
    """Of functions everywhere, of classes in what is shipped."""
    functions = [(str(path), name) for path, text in texts(ALL).items() for name in FUNCTION.findall(text)]
    names = functions + [(str(path), name) for path, text in texts(SHIPPED).items() for name in DEFINED.findall(text)]
    assert len(functions) > 10_000
    assert not [(path, name) for path, name in names if name.strip("_").lower() in VAGUE]


def test_a_name_stands_for_one_public_class() -> None:
    times = Counter(name for text in texts(SHIPPED).values() for name in PUBLIC_CLASS.findall(text))
    assert len(times) > 500
    assert not [name for name, count in times.items() if count > 1]
