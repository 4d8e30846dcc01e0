"""How much `pip install loket` brings along: every package it needs, as the metadata of what is installed here says."""

from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import loket

MOST_MEGABYTES = 112
"""Of what comes with `pip install loket`, bytecode included; the environment's own pip is not counted."""

HEAVY = {
    "reportlab",
    "uvloop",
    "grpcio",
    "pydantic-ai-slim",
    "openai",
    "anthropic",
    "numpy",
    "babel",
    "rich",
}
"""What only an extra or the demos may bring."""


def needed(name: str = "loket", extras: frozenset[str] = frozenset()) -> set[str]:
    """The packages that one of them needs on this machine, itself included, by and by."""
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(canonicalize_name(name), extras)]
    while waiting:
        package, chosen = waiting.pop()
        if (package, chosen) in seen:
            continue
        seen.add((package, chosen))
        for line in distribution(package).requires or ():
            wish = Requirement(line)
            if wish.marker is None or any(wish.marker.evaluate({"extra": extra}) for extra in chosen | {""}):
                waiting.append((canonicalize_name(wish.name), frozenset(wish.extras)))
    return {package for package, _ in seen}


def installed_bytes(package: str) -> int:
    """What a package's files take, and their bytecode, which is a little more than the source."""
    if package == "loket":  # installed here as a link to the sources
        home = Path(loket.__file__).parent
        return sum(weight(path.suffix, path.stat().st_size) for path in home.rglob("*") if path.is_file())
    files = distribution(package).files or ()
    return sum(weight(file.suffix, file.size or 0) for file in files)


def weight(suffix: str, size: int) -> int:
    """Bytecode that is there already is not counted, for it is counted with its source."""
    return {".py": round(2.15 * size), ".pyc": 0}.get(suffix, size)


def test_what_pip_installs_stays_small() -> None:
    sizes = {package: installed_bytes(package) / 1e6 for package in needed()}
    heaviest = sorted(((round(size, 1), package) for package, size in sizes.items()), reverse=True)[:12]
    assert sum(sizes.values()) < MOST_MEGABYTES, heaviest
    assert sizes["loket"] > 5 and sizes["pydantic"] > 2, heaviest


def test_what_few_need_comes_by_an_extra() -> None:
    assert not needed() & HEAVY
    assert "uvloop" in needed(extras=frozenset({"fast"}))
