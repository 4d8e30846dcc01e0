"""`python -m tests.blind [SET…]`: how the blind sets go; `--show FILE` keeps each answer, which makes a set a
development set."""

import argparse
import asyncio
import logging
from pathlib import Path

from tests.blind import finding, forms, letters, situations, skills, talks
from tests.blind.rated import Rated, lines, mark
from tests.blind.talking import MONDAY, NEXT_MONDAY, NEXT_SUNDAY, SATURDAY

MORE = ("letters", "more-letters")
THIRD = ("letters_third", "third-letters", MONDAY)
FOURTH = ("letters_fourth", "fourth-letters", MONDAY)
FIFTH = ("letters_fifth", "fifth-letters", MONDAY)
SIXTH = ("letters_sixth", "sixth-letters", NEXT_MONDAY, forms.of_letters)
SEVENTH = ("letters_seventh", "seventh-letters", NEXT_MONDAY, forms.of_letters)
EIGHTH = ("letters_eighth", "eighth-letters", SATURDAY, forms.of_letters)
NINTH = ("letters_ninth", "ninth-letters", SATURDAY, forms.of_letters)
TENTH = ("letters_tenth", "tenth-letters", NEXT_SUNDAY, forms.of_letters)
ELEVENTH = ("letters_eleventh", "eleventh-letters", NEXT_SUNDAY, forms.of_letters)
TWELFTH = ("letters_twelfth", "twelfth-letters", NEXT_SUNDAY, forms.of_letters)
THIRTEENTH = ("letters_thirteenth", "thirteenth-letters", NEXT_SUNDAY)
SETS = {
    "skills": skills.measured,
    "situations": lambda: asyncio.run(situations.measured()),
    "letters on the page": lambda: asyncio.run(letters.measured("page")),
    "letters in a talk": lambda: asyncio.run(letters.measured("talk")),
    "more letters on the page": lambda: asyncio.run(letters.measured("page", *MORE)),
    "more letters in a talk": lambda: asyncio.run(letters.measured("talk", *MORE)),
    "third letters on the page": lambda: asyncio.run(letters.measured("page", *THIRD)),
    "third letters in a talk": lambda: asyncio.run(letters.measured("talk", *THIRD)),
    "fourth letters on the page": lambda: asyncio.run(letters.measured("page", *FOURTH)),
    "fourth letters in a talk": lambda: asyncio.run(letters.measured("talk", *FOURTH)),
    "fifth letters on the page": lambda: asyncio.run(letters.measured("page", *FIFTH)),
    "fifth letters in a talk": lambda: asyncio.run(letters.measured("talk", *FIFTH)),
    "sixth letters on the page": lambda: asyncio.run(letters.measured("page", *SIXTH)),
    "sixth letters in a talk": lambda: asyncio.run(letters.measured("talk", *SIXTH)),
    "seventh letters on the page": lambda: asyncio.run(letters.measured("page", *SEVENTH)),
    "seventh letters in a talk": lambda: asyncio.run(letters.measured("talk", *SEVENTH)),
    "eighth letters on the page": lambda: asyncio.run(letters.measured("page", *EIGHTH)),
    "eighth letters in a talk": lambda: asyncio.run(letters.measured("talk", *EIGHTH)),
    "ninth letters on the page": lambda: asyncio.run(letters.measured("page", *NINTH)),
    "ninth letters in a talk": lambda: asyncio.run(letters.measured("talk", *NINTH)),
    "tenth letters on the page": lambda: asyncio.run(letters.measured("page", *TENTH)),
    "tenth letters in a talk": lambda: asyncio.run(letters.measured("talk", *TENTH)),
    "eleventh letters on the page": lambda: asyncio.run(letters.measured("page", *ELEVENTH)),
    "eleventh letters in a talk": lambda: asyncio.run(letters.measured("talk", *ELEVENTH)),
    "twelfth letters on the page": lambda: asyncio.run(letters.measured("page", *TWELFTH)),
    "twelfth letters in a talk": lambda: asyncio.run(letters.measured("talk", *TWELFTH)),
    "thirteenth letters on the page": lambda: asyncio.run(letters.measured("page", *THIRTEENTH)),
    "thirteenth letters in a talk": lambda: asyncio.run(letters.measured("talk", *THIRTEENTH)),
    "more situations": lambda: asyncio.run(situations.measured("situations_second", MONDAY)),
    "more skills": lambda: skills.measured("skills_second"),
    "finding": lambda: asyncio.run(finding.measured()),
    "more finding": lambda: asyncio.run(finding.measured("finding_second")),
    "third situations": lambda: asyncio.run(situations.measured("situations_third", NEXT_MONDAY, forms.of_situations)),
    "third skills": lambda: skills.measured("skills_third", forms.of_skills),
    "fourth skills": lambda: skills.measured("skills_fourth", forms.of_skills),
    "fifth skills": lambda: skills.measured("skills_fifth", forms.of_skills),
    "sixth skills": lambda: skills.measured("skills_sixth", forms.of_skills),
    "seventh skills": lambda: skills.measured("skills_seventh", forms.of_skills),
    "eighth skills": lambda: skills.measured("skills_eighth", forms.of_skills),
    "ninth skills": lambda: skills.measured("skills_ninth", forms.of_skills),
    "tenth skills": lambda: skills.measured("skills_tenth"),
    "third finding": lambda: asyncio.run(finding.measured("finding_third", NEXT_MONDAY, forms.of_finding)),
    "fourth finding": lambda: asyncio.run(finding.measured("finding_fourth", NEXT_MONDAY, forms.of_finding)),
    "fourth situations": lambda: asyncio.run(
        situations.measured("situations_fourth", NEXT_MONDAY, forms.of_situations)
    ),
    "fifth situations": lambda: asyncio.run(situations.measured("situations_fifth", NEXT_SUNDAY, forms.of_situations)),
    "sixth situations": lambda: asyncio.run(situations.measured("situations_sixth", NEXT_SUNDAY)),
    "more urmston": lambda: asyncio.run(talks.of_urmston("talks_second")),
    "third urmston": lambda: asyncio.run(talks.of_urmston("talks_third", SATURDAY)),
    "fourth urmston": lambda: asyncio.run(talks.of_urmston("talks_fourth", SATURDAY)),
    "fifth urmston": lambda: asyncio.run(talks.of_urmston("talks_fifth", NEXT_SUNDAY)),
    "sixth urmston": lambda: asyncio.run(talks.of_urmston("talks_sixth", NEXT_SUNDAY)),
    "seventh urmston": lambda: asyncio.run(talks.of_urmston("talks_seventh", NEXT_SUNDAY)),
    "more sogis": lambda: asyncio.run(talks.of_sogis("sogis", "talks_second")),
    "urmston": lambda: asyncio.run(talks.of_urmston()),
    "sogis": lambda: asyncio.run(talks.of_sogis("sogis")),
    "sogis places": lambda: asyncio.run(talks.of_sogis("sogis_places")),
}


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
