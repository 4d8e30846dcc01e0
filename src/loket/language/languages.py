"""What we know of each language: read from its data file once, in the shapes that are asked for."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from loket.language.tokens import LANGUAGES, flat, fold, unmarked, words

FALLBACK = "en"
PACKAGE = __name__.rpartition(".")[0]
"""Where the data files are."""

THEMES = ("acts", "asks", "things")
"""The sorts of concepts: what is done, what is asked about, and what it is done to. Each is a file, and the files of a
folder with its name, a field of life each."""

BROADER, NARROWER = 0.7, 0.5
"""What a concept says of the broader one that it is a kind of: a sofa of furniture, and the other way about."""


@dataclass(frozen=True)
class Language:
    """One language: `function` words carry no meaning, `light` ones little; `data` is the rest of its file."""

    code: str
    function: frozenset[str]
    light: frozenset[str]
    negation: frozenset[str]
    numbers: Mapping[str, int]
    small_talk: frozenset[tuple[str, ...]]
    currency: frozenset[str]
    units: tuple[frozenset[str], ...]
    data: Mapping[str, Any]

    @cached_property
    def particles(self) -> Mapping[str, str]:
        """Small words that part from their verb, each with the concept it means alone, or nothing."""
        alone = {fold(particle): concept for particle, concept in self.data["particle_alone"].items()}
        return {fold(particle): alone.get(fold(particle), "") for particle in self.data["particles"]}

    def little(self, folded: str) -> bool:
        """Whether a word carries no meaning, also one that two such words make: `she'll`."""
        head, mark, tail = folded.partition("'")
        if folded in self.function or not mark:
            return folded in self.function
        return tail in self._endings and not {head, head.removesuffix("n")}.isdisjoint(self.function)

    @cached_property
    def _endings(self) -> frozenset[str]:
        return frozenset(word.partition("'")[2] for word in self.function if "'" in word)

    @cached_property
    def announcing(self) -> frozenset[str]:
        """Words that announce a number: nr, code, reference."""
        return frozenset(fold(word).strip(".") for word in self.data["number_words"])

    @cached_property
    def world(self) -> Mapping[str, frozenset[str]]:
        """The words of questions that anybody could answer."""
        return {name: frozenset(map(fold, said)) for name, said in self.data["world"].items()}

    @cached_property
    def sexes(self) -> Mapping[str, frozenset[str]]:
        """The words that say of somebody which sex they are, also in contractions (`my lad's 9`)."""
        endings = ("", *(f"'{end}" for end in self._contracted))
        every = self.data["sexes"].items()
        return {sex: frozenset(fold(one) + end for one in said for end in endings) for sex, said in every}

    @cached_property
    def _contracted(self) -> frozenset[str]:
        """What stands behind the mark of a contraction that an age is told with."""
        short = (entry for entry in (*self.data["age_is"], *self.data["age_comes"]) if "'" in entry)
        return frozenset(entry.partition("'")[2] for entry in short)

    @cached_property
    def pronouns(self) -> Mapping[str, frozenset[str]]:
        """The pronouns of the third person by sex, also in contractions, however these are typed: `hes`, `hell be`."""
        endings = ("", *(f"{mark}{end}" for end in self._contracted for mark in ("'", "")))
        every = self.data["pronouns"].items()
        return {sex: frozenset(fold(one) + end for one in said for end in endings) for sex, said in every}

    @cached_property
    def children(self) -> frozenset[str]:
        """The words for children, of one and of several."""
        return frozenset(map(fold, self.data["children"]))

    @cached_property
    def people(self) -> frozenset[str]:
        """The nouns for somebody: those for children and those that tell a sex."""
        return self.children.union(*self.sexes.values())

    @cached_property
    def somebody(self) -> frozenset[str]:
        """The same with the pronouns."""
        return self.people.union(*self.pronouns.values())

    @cached_property
    def ands(self) -> frozenset[str]:
        """The words that join one thing to another: and, or."""
        return frozenset(map(fold, self.data["ands"]))

    @cached_property
    def months(self) -> Mapping[str, int]:
        """The names of the months, each with its number."""
        return {fold(name): at + 1 for at, names in enumerate(self.data["months"]) for name in names}

    @cached_property
    def longest_talk(self) -> int:
        """How many words the longest phrase of small talk has."""
        return max(map(len, self.small_talk))

    @cached_property
    def joins(self) -> frozenset[str]:
        """The single words that join two requests."""
        return frozenset(phrase[0] for phrase in self.phrases("split") if len(phrase) == 1)

    def phrases(self, name: str) -> Sequence[tuple[str, ...]]:
        """The phrases of a list in the file, as folded words, the longest first."""
        return _phrases(self.code, name)

    def alternatives(self, name: str) -> str:
        """A list of the file as alternatives of a pattern over flat text, the longest first."""
        return alternatives(self.data[name])


def alternatives(entries: Iterable[str]) -> str:
    """Words and phrases as alternatives of a pattern over flat text, the longest first."""
    flats = sorted({flat(entry) for entry in entries}, key=lambda entry: (-len(entry), entry))
    return "|".join(_escaped(entry) for entry in flats) or "(?!)"


def _escaped(entry: str) -> str:
    return "".join(c if c.isalnum() else r"[\s-]+" if c == " " else "\\" + c for c in entry)


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> Language:
    """The language with this code; English for those we do not know."""
    known = code if code in LANGUAGES else FALLBACK
    data = json.loads(files(PACKAGE).joinpath("languages", f"{known}.json").read_text("utf-8"))
    talk = frozenset(tuple(word.fold for word in words(phrase)) for phrase in data["small_talk"])
    function = frozenset(fold(word) for word in data["function"].split())
    return Language(
        known,
        unmarked(function),
        frozenset(fold(word) for word in data["light"].split()),
        frozenset(fold(word) for word in data["negation"].split()),
        {fold(word): number for word, number in data["numbers"].items()},
        talk,
        frozenset(fold(word) for word in data["currency"]),
        tuple(frozenset(fold(name) for name in names) for names in data["units"].values()),
        data,
    )


@lru_cache(maxsize=200)
def _phrases(code: str, name: str) -> tuple[tuple[str, ...], ...]:
    entries = language(code).data[name]
    found = {tuple(word.fold for word in words(entry)) for entry in entries}
    return tuple(sorted(filter(None, found), key=lambda phrase: (-len(phrase), phrase)))


@lru_cache(maxsize=1)
def concepts() -> Mapping[str, Mapping[str, str]]:
    """Every concept with its words by language."""
    return {concept: said for theme in THEMES for concept, said in themed(theme).items()}


@lru_cache(maxsize=1)
def general() -> frozenset[str]:
    """The concepts that go with any thing in the world: a price, a where, a booking."""
    return frozenset(json.loads(files(PACKAGE).joinpath("concepts", "general.json").read_text("utf-8")))


@lru_cache(maxsize=1)
def kin() -> Mapping[str, Mapping[str, float]]:
    """What a concept also says of others, where nothing is known by itself: a sofa is furniture, and who is ill may
    want to cancel."""
    found = {concept: wide for concept in concepts() if (wide := _widened(concept))}
    for concept in concepts():
        for wide in _kinds(concept):
            found.setdefault(wide, {}).setdefault(concept, NARROWER)
    for part in _parts("kin"):
        for concept, others in part.items():
            found.setdefault(concept, {}).update(others)
    return found


@lru_cache(maxsize=1)
def lumps() -> Mapping[str, Mapping[str, str]]:
    """The concepts that stand for many things of one kind, each by the word for the kind: its first one. A carrot is a
    vegetable, but no cabbage."""
    listed = frozenset(concept for part in _parts("lumps") for concept in part)
    said = {concept: by_language for concept, by_language in concepts().items() if concept in listed}
    return {
        concept: {code: fold(by_language[code].split(",")[0].strip()) for code in LANGUAGES if code in by_language}
        for concept, by_language in said.items()
    }


@lru_cache(maxsize=2_000)
def broader(concept: str) -> frozenset[str]:
    """The concepts that this one is a kind of, however far."""
    return frozenset(_widened(concept))


def _widened(concept: str) -> dict[str, float]:
    found: dict[str, float] = {}
    open_ = [(one, BROADER) for one in _kinds(concept)]
    while open_:
        one, share = open_.pop(0)
        if one not in found and one != concept:
            found[one] = share
            open_ += [(further, share * BROADER) for further in _kinds(one)]
    return found


def _kinds(concept: str) -> list[str]:
    return concepts().get(concept, {}).get("is", "").replace(",", " ").split()


@lru_cache(maxsize=1)
def fields_of_life() -> Mapping[str, str]:
    """The field of life that each concept of a thing belongs to."""
    return {concept: field for part in _parts("fields") for field, listed in part.items() for concept in listed.split()}


@lru_cache(maxsize=len(THEMES))
def themed(theme: str) -> Mapping[str, Mapping[str, str]]:
    """The concepts of one sort. What several files say of one concept is said together; `is` names broader ones."""
    found: dict[str, dict[str, str]] = {}
    for part in _parts(theme):
        for concept, by_language in part.items():
            known = found.setdefault(concept, {})
            for code, said in by_language.items():
                known[code] = f"{known[code]}, {said}" if code in known else said
    return found


def _parts(name: str) -> Iterator[Mapping[str, Any]]:
    """What is in the file of this name, and in each file of the folder of this name."""
    folder = files(PACKAGE).joinpath("concepts")
    within = folder.joinpath(name)
    more = sorted(within.iterdir(), key=lambda file: file.name) if within.is_dir() else []
    for file in (folder.joinpath(f"{name}.json"), *more):
        yield json.loads(file.read_text("utf-8"))


def code_of(locale: str) -> str:
    """The language of a locale: `pt-BR` is `pt`."""
    return locale.replace("_", "-").split("-", 1)[0].lower()
