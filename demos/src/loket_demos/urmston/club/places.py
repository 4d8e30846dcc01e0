"""Names in the place of a club, however written: before an age group, as the one that has room, behind `at`."""

import re
from collections.abc import Sequence

from loket.language.tokens import fold
from loket.planners.finding.names import NameWord, likely_people, words_of
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

GROUP = re.compile(r"\b(?:u|under)[- ]?(\d{1,2})(?:'?s)?\b", re.IGNORECASE)
"""An age group, with its number."""
TEAM = re.compile(r"\b[Uu](?:nder)?[- ]?(\d{1,2})(?:'?s)? +([A-Z][a-z]{2,19})\b")
"""A team of ours as it is called: its age group and its name."""
SMALL_TEAM = re.compile(rf"{GROUP.pattern} +(?P<name>[a-z]{{3,20}})\b")
"""A word in small letters behind an age group: perhaps the name of a team, which the club's books know."""
WRITTEN_CODE = re.compile(r"\b[12]00-[\w'’-]{6,130}", re.IGNORECASE)
"""What looks like a registration code."""
CODED = re.compile(f"{GROUP.pattern}|{WRITTEN_CODE.pattern}", re.IGNORECASE)
"""An age group or a registration code, which is no part of a name."""
YEARED = re.compile(r"\b(?:y|yr|year)[- ]?\d{1,2}(?:'?s)?\b", re.IGNORECASE)
"""A year of school, which is none either."""
HOLDS = frozenset({"have", "has", "got", "take", "takes", "accept", "offer", "full", "still", "play", "train"})
"""What an organisation does that has places and teams, behind its name."""
ASKS = frozenset({"do", "does", "did", "has", "have"})
"""What a question begins with before whom it is about."""
LONGEST, LETTERS = 3, 4
"""So many words a name has that is not written as one; a strange word of fewer letters is a slip."""


def team_told(text: str) -> str:
    """The team that a text tells of, else its age group, with the word behind it that may be the name; empty where it
    tells none."""
    team, small, group = TEAM.search(text), SMALL_TEAM.search(text), GROUP.search(text)
    if team is not None:
        return f"U{team[1]} {team[2]}"
    if small is not None:
        return f"U{small[1]} {small['name']}"
    return f"U{group[1]}" if group is not None else ""


def held_names(text: str, said: FindingWords) -> list[str]:
    """The names of a text that stand where only a club or a team does, and that no ordinary words make."""
    found = words_of(text)
    people = likely_people(text, said)
    spans = [*_before_groups(text, found), *_that_hold(found, said), *_where(found, said)]
    named = [run for run in spans if _strange(run, said) and not any(word.plain in people for word in run)]
    return [text[run[0].start : run[-1].end] for run in named]


def _before_groups(text: str, found: Sequence[NameWord]) -> list[Sequence[NameWord]]:
    """The word right before each age group (`Flixton under 9s`), with that of its kind."""
    groups = [code.start() for code in CODED.finditer(text) if not text[code.start()].isdigit()]
    ends = [at for at, word in enumerate(found) if word.end + 1 in groups]
    return [found[at : at + 1] for at in ends]


def _that_hold(found: Sequence[NameWord], said: FindingWords) -> list[Sequence[NameWord]]:
    """What stands between a question and what a club does (`do sale utd have room`), without other small words."""
    runs: list[Sequence[NameWord]] = []
    for at, word in enumerate(found):
        if word.plain not in ASKS:
            continue
        end = next((n for n in range(at + 2, min(at + 2 + LONGEST, len(found))) if found[n].plain in HOLDS), None)
        run = found[at + 1 : end] if end is not None else []
        if run and not any(one.plain in said.small | said.kin for one in run):
            runs.append(run)
    return runs


def _where(found: Sequence[NameWord], said: FindingWords) -> list[Sequence[NameWord]]:
    """The word behind `at`, with those of its kind (`at stretford primary school`)."""
    runs: list[Sequence[NameWord]] = []
    for at, word in enumerate(found):
        if word.plain == "at" and at + 1 < len(found):
            end = next((n for n in range(at + 2, len(found)) if found[n].plain in said.small), len(found))
            run = found[at + 1 : min(end, at + 1 + LONGEST)]
            if not any(CODED.fullmatch(word.text) or YEARED.fullmatch(word.text) for word in run):
                runs.append(run)
    return runs


def _strange(run: Sequence[NameWord], said: FindingWords) -> bool:
    """Whether some of these words are no ordinary ones, or are written as a name of several words that ends as those of
    clubs do."""
    ordinary = usual("en")
    clubs = len(run) > 1 and run[-1].plain in said.bodies
    large = clubs and all(word.large for word in run)
    odd = any(not ordinary.has(fold(word.plain)) and len(word.plain) >= LETTERS for word in run)
    return odd or large or (clubs and not ordinary.has(fold(run[-1].plain)))
