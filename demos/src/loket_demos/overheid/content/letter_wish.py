"""Whether somebody objects here and now: a grammar of who does what, and of what takes it back.

Somebody objects who says in the present that they do, want to, or do so with this very letter. What was done before, is
denied, asked, only thought of, or told of somebody else is none."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow

_part = re.compile(r"<(\w+)>")
_segment = re.compile(r"[,;|()/]| [-–] ")
OBJECTION = "bezwaar"
MOST_SENTENCES = 200
"""Of one letter, each of which is asked about several times."""
OUTRIGHT = frozenset(
    {"werkwoord", "bijzin", "dit_is", "mijn", "gegrond", "los", "nodig", "oneens", "terug", "dit", "alsnog"}
)
"""The acts by which somebody objects in saying so."""
WORDS_ALIKE = frozenset({"bewaar", "bezwaren", "bezwaarschriften"})
"""Words of their own that look like it."""
_like_objection = re.compile(r"\bb[a-z]{5,15}\b")
_subject = re.compile(r"\b(?:ik|wij|we|u|jullie|hij|zij|ze|men|die|dat)\b")
_quotes = re.compile(r"[\"“”„«»]")


class WishWords(DataRow):
    """The file `data/wens.toml`; what each part is for stands there."""

    checked: date
    delen: dict[str, str]
    daad: dict[str, str]
    niet: dict[str, str]
    eerder: dict[str, str]
    onderwerp: dict[str, str]
    namens: dict[str, str]

    def pattern(self, text: str) -> re.Pattern[str]:
        """The pattern with its parts filled in."""
        while _part.search(text):
            text = _part.sub(lambda match: f"(?:{self.delen[match[1]]})", text)
        return re.compile(text)


class WishGrammar(DataRow):
    """The patterns, compiled: of the act, of what takes it back by where it stands, of one that was done before, and of
    the line of the subject."""

    acts: dict[str, re.Pattern[str]]
    backs: dict[str, re.Pattern[str]]
    earlier: dict[str, re.Pattern[str]]
    subject: dict[str, re.Pattern[str]]
    remedy: re.Pattern[str]
    joint: re.Pattern[str]
    other: re.Pattern[str]
    proxy: re.Pattern[str]


@cache
def wish_grammar() -> WishGrammar:
    """The grammar, read once."""
    words = read("wens", WishWords)

    def compiled(part: dict[str, str]) -> dict[str, re.Pattern[str]]:
        return {name: words.pattern(text) for name, text in part.items()}

    return WishGrammar(
        acts=compiled(words.daad),
        backs=compiled(words.niet),
        earlier=compiled(words.eerder),
        subject=compiled(words.onderwerp),
        remedy=words.pattern(r"\b<middel>"),
        joint=words.pattern(r"\ben (?=<doe>|<wil>)"),
        other=words.pattern(words.namens["ander"]),
        proxy=words.pattern(words.namens["machtiging"]),
    )


@lru_cache(maxsize=MOST_SENTENCES)
def objects(low: str) -> bool:
    """The writer of a sentence, in lower case, objects in it."""
    grammar, low = wish_grammar(), spelled(low)
    if grammar.acts["terug"].search(low):
        return True
    return any(
        not (_taken_back(part, match, asks=name in ("verzoek", "alsnog")) or grammar.backs["vooraf"].search(before))
        for before, part in _conjuncts(low)
        for name, act in grammar.acts.items()
        for match in act.finditer(part)
    )


@lru_cache(maxsize=MOST_SENTENCES)
def objects_outright(low: str) -> bool:
    """The writer of a sentence, in lower case, objects by saying so, as one does to an office: who tells that they want
    to, or orders it, may speak to anybody."""
    grammar, low = wish_grammar(), spelled(low)
    acts = [act for name, act in grammar.acts.items() if name in OUTRIGHT]
    return objects(low) and any(act.search(part) for _, part in _conjuncts(low) for act in acts)


def _conjuncts(low: str) -> Iterator[tuple[str, str]]:
    """The sentence; and each verb behind an `and` with the subject of what stands before it, as `they cannot agree and
    object` says that they object."""
    yield "", low
    for joint in wish_grammar().joint.finditer(low):
        before = low[: joint.start()]
        subjects = _subject.findall(before)
        yield before, f"{subjects[-1] if subjects else 'ik'} {low[joint.end() :]}"


def spelled(low: str) -> str:
    """The same, with an objection as it is spelled: a slip of the pen in a word that is no other one."""
    return _like_objection.sub(lambda match: _meant(match[0]), low)


def _meant(word: str) -> str:
    if word in WORDS_ALIKE or (word.startswith(OBJECTION) and len(word) <= len(OBJECTION) + 1):
        return word
    if OSA.distance(word, OBJECTION) == 1:
        return OBJECTION
    return f"{OBJECTION}schrift" if OSA.distance(word, f"{OBJECTION}schrift") in (1, 2) else word


def objects_for_another(low: str) -> bool:
    """It says that somebody close to its writer objects."""
    match = wish_grammar().other.search(low)
    return match is not None and not _taken_back(low, match, asks=False)


def writes_for_another(low: str) -> bool:
    """It says that its writer acts for somebody else."""
    return bool(wish_grammar().proxy.search(low))


def titles_objection(low: str) -> bool:
    """The line that says what a letter is about, in lower case, calls it an objection, first or with a word of its own;
    a reply has the line of another letter."""
    subject = wish_grammar().subject
    line = subject["label"].sub("", spelled(low))
    if subject["antwoord"].search(line):
        return False
    first, *rest = (part.strip() for part in _segment.split(line))
    return bool(subject["titel"].search(first)) or any(subject["alleen"].fullmatch(part) for part in rest)


def heads_objection(low: str) -> bool:
    """It begins as the title of an objection does, whatever its length: by its name, and what it is against."""
    return bool(wish_grammar().subject["hoofd"].search(low))


def objected_before(low: str) -> bool:
    """A sentence, in lower case, tells of an objection that its writer made before."""
    return any(pattern.search(low) for pattern in wish_grammar().earlier.values())


def orders_objection(low: str) -> bool:
    """A sentence, in lower case, asks somebody else to object, or how it is done."""
    return bool(wish_grammar().acts["verzoek"].search(spelled(low)))


def without_wish(low: str) -> str:
    """What else a sentence says, in lower case, than that somebody objects."""
    grammar = wish_grammar()
    for pattern in (grammar.subject["terug"], grammar.subject["titel"], *grammar.acts.values()):
        low = pattern.sub(" ", low)
    return low


def is_subject(low: str) -> bool:
    """It is the line that says what a letter is about."""
    return bool(wish_grammar().subject["label"].search(low))


def subject_words(line: str) -> str:
    """What such a line says, without its label."""
    label = wish_grammar().subject["label"].match(line.lower())
    return line[label.end() if label else 0 :].strip()


def names_remedy(low: str) -> bool:
    """An objection or an appeal is named in it, which plain disagreement does not."""
    return bool(wish_grammar().remedy.search(spelled(low)))


def _taken_back(low: str, act: re.Match[str], *, asks: bool) -> bool:
    backs, before = wish_grammar().backs, low[: act.start()]
    return bool(
        backs["vooraf"].search(before)
        or backs["erin"].search(act[0])
        or backs["erna"].search(low[act.end() :])
        or (not asks and backs["vraag"].search(low[act.end() :]))
        or len(_quotes.findall(before)) % 2
    )
