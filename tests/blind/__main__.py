"""`python -m tests.blind [SET…]`: how the blind sets go; `--show FILE` keeps each answer, which makes a set a
development set."""

import argparse
import logging
from pathlib import Path

from tests.blind.folders import every_set
from tests.blind.rated import Rated, lines, mark

SETS = every_set()


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description="Measures the blind sets.")
    made.add_argument("sets", nargs="*", metavar="SET", help=", ".join(SETS))
    made.add_argument("--show", type=Path)
    return made


def main() -> None:
    """Measures, and prints a table."""
    flags = parser().parse_args()
    logging.disable(logging.WARNING)
    print("| set | cases | right | asked | refused | wrong | harm a case | acts | wrong acts of 100 |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    every = list[tuple[str, Rated]]()
    for name in flags.sets or SETS:
        rated = SETS[name]()
        every += [(name, one) for one in rated]
        print("\n".join(lines(name, rated)), flush=True)
    if not flags.sets:
        print("\n".join(lines("all", [one for _, one in every], grouped=False)))
    if flags.show:
        shown = (f"{name}\t{one.id}\t{one.verdict}\t{mark(one.seen)}\t{one.words!r}\n" for name, one in every)
        flags.show.write_text("".join(shown), "utf-8")


if __name__ == "__main__":
    main()
