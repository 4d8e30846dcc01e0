"""Searching addresses: how long one question takes on 100,000 invented addresses, spelt well and badly."""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from bench.lines import Line, percentile, printed, under
from loket_demos.sogis.search.query import AddressQuery, read
from loket_demos.sogis.source.database import make, opened
from loket_demos.sogis.source.street_search import find

ADDRESSES, QUESTIONS = 100_000, 1_000
MOST_MS = 10.0
CPU = "CPU of all"
_FIRST = (
    *("Acher", "Alt", "Bach", "Berg", "Birk", "Blumen", "Brunn", "Buch", "Burg", "Dorf"),
    *("Eich", "Erlen", "Feld", "Fluh", "Garten", "Grund", "Hag", "Halden", "Hof", "Horn"),
)
_SECOND = (
    *("acker", "bach", "berg", "brunnen", "egg", "feld", "graben", "hof", "holz", "matt"),
    *("moos", "rain", "reben", "ried", "rüti", "stein", "tal", "wald", "wiesen", "zelg"),
)
_LAST = ("strasse", "weg", "gasse", "platz", "rain")
_REGIONS, _ENDS = ("Ober", "Nieder", "Hinter", "Wald", "Stein"), ("dorf", "wil", "ikon", "bach", "heim", "au")
_PLACES = [f"{a}{b}" for a, b in product(_REGIONS, _ENDS)]


def addresses(count: int, chance: random.Random) -> Iterator[dict[str, str]]:
    """Streets of thirty places, up to twenty numbers each."""
    names = [f"{a}{b}{c}" for a, b, c in product(_FIRST, _SECOND, _LAST)]
    made = 0
    while made < count:
        place = chance.choice(_PLACES)
        for street in chance.sample(names, 40):
            for number in range(1, 21):
                if made == count:
                    return
                e, n = 2_590_000 + chance.random() * 60_000, 1_210_000 + chance.random() * 50_000
                made += 1
                yield {
                    "id": str(made),
                    "street": street,
                    "number": f"{number}{chance.choice(('', '', '', 'a'))}",
                    "postcode": str(4000 + _PLACES.index(place)),
                    "place": place,
                    "commune": place,
                    "e": f"{e:.1f}",
                    "n": f"{n:.1f}",
                }


def questions(rows: list[dict[str, str]], chance: random.Random) -> Iterator[tuple[str, str]]:
    """What people write, by how they write it."""
    for row in rows:
        street, number, place = row["street"], row["number"], row["place"]
        at = chance.randrange(1, len(street) - 1)
        yield "as it is written", f"{street} {number}, {row['postcode']} {place}"
        yield "a letter missing", f"{street[:at]}{street[at + 1 :]} {number} {place}"
        yield "letters swapped", f"{street[: at - 1]}{street[at]}{street[at - 1]}{street[at + 1 :]} {number} in {place}"
        yield "no number", f"{street} in {place}"
        yield "no place", f"{street} {number}"
        yield "nowhere", f"Quixxlyvrst {number} {place}"


def measured(path: Path, asked: list[tuple[str, str]]) -> dict[str, list[float]]:
    """Milliseconds of every question with its connection; a busy machine shows in these, not in those of the CPU."""
    times: dict[str, list[float]] = {}
    for kind, text in asked:
        begun, spent = time.perf_counter(), time.process_time()
        query = read(text)
        line = opened(path)
        found = find(line, query, None) if isinstance(query, AddressQuery) else []
        line.close()
        times.setdefault(kind, []).append((time.perf_counter() - begun) * 1e3)
        times.setdefault(CPU, []).append((time.process_time() - spent) * 1e3)
        if kind in ("as it is written", "no number") and not found:
            raise SystemExit(f"nothing was found for {text}")
    return times


def searched(count: int, size: int) -> dict[str, Line]:
    """What so many questions among so many addresses take."""
    chance = random.Random(7)
    rows = list(addresses(count, chance))
    with tempfile.TemporaryDirectory(prefix="bench-sogis-") as folder:
        path = Path(folder) / "places.sqlite"
        begun = time.perf_counter()
        make(path, (), rows)
        built = time.perf_counter() - begun
        asked = list(questions(chance.sample(rows, size // 6), chance))
        chance.shuffle(asked)
        measured(path, asked[:100])
        times = measured(path, asked)
    lines = {"making the database": Line(built, "s")}
    lines |= {f"{kind}, p95": Line(percentile(sorted(found), 0.95), "ms") for kind, found in sorted(times.items())}
    every = sorted(one for kind, found in times.items() if kind != CPU for one in found)
    return lines | {
        "all, median": Line(percentile(every, 0.5), "ms"),
        "all, p95": under(percentile(every, 0.95), "ms", MOST_MS),
    }


def main() -> None:
    """The command line: `--addresses N --questions N`."""
    parser = argparse.ArgumentParser(description="Searching addresses.")
    parser.add_argument("--addresses", type=int, default=ADDRESSES)
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    given = parser.parse_args()
    lines = searched(given.addresses, given.questions)
    printed(lines, f"{given.questions} questions, one after the other, among {given.addresses} addresses.")


if __name__ == "__main__":
    main()
