"""The ordinary words of each language, and the words that tell an organisation's kind, a street or contact data: a
data file a language. They say what may leave in words; whoever asks brings the text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal

from loket.core.data import Frozen
from loket.language.detection import detect
from loket.language.languages import concepts, language
from loket.language.tokens import LANGUAGES, fold, stem, words

PACKAGE = __name__.rpartition(".")[0]
SHORT, LONG, KIND, PART = 4, 8, 4, 3
"""Shorter words have no forms; only longer ones are known by their ending; so long a kind may end a longer word; so
long is each part of a compound."""
CLEARLY = 2
"""So many more ordinary words tell another language."""
ManyWords = Literal["streets", "particles", "machines", "joins", "mine", "asking", "kinds", "kept_words"]
"""Words of one sort, which each language has."""
COMPOUNDING = frozenset({"nl", "de"})
"""Languages that write two words as one."""


class UsualWords(Frozen):
    """One language. `words` by what they are about, each with spaces between; `endings` are those of ordinary long
    words, `name_ends` those of people's names; `streets` and `street_ends` name a street, `particles` stand inside a
    name; `machines` say that a name is that of an agent or a site; `kinds` are kinds of organisations, `joins` may
    stand between one and its name; `mine` is what is one's own;
    `asking` tells to ask somebody; `contact` are words of a question that asks for such data; `kept_words` stand
    before what nobody is told unasked."""

    words: Mapping[str, str]
    endings: str
    name_ends: str
    streets: str
    street_ends: str
    particles: str
    machines: str
    joins: str
    mine: str
    asking: str
    kinds: str
    contact: Mapping[str, str]
    kept_words: str


@dataclass(frozen=True, eq=False)
class Usual:
    """What counts as an ordinary word in one language. `exact` are the words as written, `things` those
    that carry a meaning, `names` are ends of people's names that are made of words."""

    code: str
    exact: frozenset[str]
    things: frozenset[str]
    endings: tuple[str, ...]
    names: tuple[str, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words that carry a meaning: made when they are first needed, since it takes a while."""
        return frozenset(stem(word, self.code) for word in self.things if len(word) >= PART)

    @property
    def large(self) -> bool:
        """Whether it writes ordinary words large."""
        return self.code == "de"

    def has(self, word: str) -> bool:
        """Whether a folded word is an ordinary one, a form of one or put together of two."""
        if word in self.exact:
            return True
        if len(word) <= SHORT:
            return False
        root = stem(word, self.code)
        formed = root in self.stems and (len(root) >= SHORT or (word.startswith(root) and len(word) <= len(root) + 2))
        return formed or (len(word) >= LONG and word.endswith(self.endings)) or self.compound(word)

    def plain(self, word: str) -> bool:
        """Whether a folded word is an ordinary one or a form of one, and no name made of it (`Müller`)."""
        return word in self.exact or (
            len(word) > SHORT and not word.endswith("er") and stem(word, self.code) in self.stems
        )

    def compound(self, word: str) -> bool:
        """Whether a word is put together of two ordinary ones, as names of people often are, too: those that end like
        one are none."""
        if self.code not in COMPOUNDING or len(word) < 2 * PART or word.endswith(self.names):
            return False
        splits = range(PART, len(word) - PART + 1)
        return any(word[at:] in self.things and not self.things.isdisjoint(_joints(word[:at])) for at in splits)


def heard(text: str, code: str) -> str:
    """The language of a text: the one that was spoken, unless its small words, or else its ordinary ones, tell another;
    a large word inside a text is a name and tells none."""
    found = words(text)
    told = detect(text, found, code)
    if told != code:
        return told
    plain = [word.fold for n, word in enumerate(found) if n == 0 or word.text.islower()]
    every = [word.fold for word in found]
    counts = {one: sum(w in usual(one).exact for w in (every if usual(one).large else plain)) for one in LANGUAGES}
    best = max(counts, key=lambda one: (counts[one], one == code))
    return best if counts[best] - counts[code] >= CLEARLY else code


@lru_cache(maxsize=len(LANGUAGES))
def usual_words(code: str) -> UsualWords:
    """The data file of a language that we know."""
    return UsualWords.model_validate_json(files(PACKAGE).joinpath("usual", f"{code}.json").read_bytes())


@lru_cache(maxsize=len(LANGUAGES))
def usual(code: str) -> Usual:
    """The ordinary words of a language: ours, those of the concepts, and the small ones."""
    tongue, told = language(code), usual_words(code)
    meant = {word.fold for by in concepts().values() for word in words(by.get(code, ""))}
    ours = {word.fold for some in told.words.values() for word in words(some)}
    talk = {word for phrase in tongue.small_talk for word in phrase}
    exact = tongue.function | tongue.light | tongue.negation | set(tongue.numbers) | meant | ours | talk
    things = frozenset(meant | ours | _set(told.kinds))
    endings, names = (tuple(sorted(_set(one))) for one in (told.endings, told.name_ends))
    return Usual(code, exact | things, things, endings, names)


@lru_cache(maxsize=len(LANGUAGES))
def pursuits(code: str) -> frozenset[str]:
    """The ordinary words of a language for what people do and for things."""
    told = usual_words(code).words
    return _set(f"{told['matters']} {told['things']}")


@lru_cache(maxsize=1)
def _last_kinds() -> tuple[str, ...]:
    """The kinds of organisations that may end a longer word (`huisartsenpraktijk`)."""
    return tuple(one for code in COMPOUNDING for one in _set(usual_words(code).kinds) if len(one) >= KIND)


def is_kind(word: str) -> bool:
    """Whether a word says what kind of organisation something is."""
    forms = {told := fold(word), told.removesuffix("n"), told.removesuffix("s")}
    return not forms.isdisjoint(all_words("kinds")) or (
        len(told) > KIND + 2 and any(one.endswith(_last_kinds()) for one in forms)
    )


def kind_languages(word: str) -> frozenset[str]:
    """The languages in which a word says what kind of organisation something is."""
    forms = {told := fold(word), told.removesuffix("n"), told.removesuffix("s")}
    return frozenset(code for code in LANGUAGES if not forms.isdisjoint(_set(usual_words(code).kinds)))


@lru_cache(maxsize=1)
def streets() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words for streets in every language, and the ends of words that name one."""
    ends = frozenset(fold(end) for code in LANGUAGES for end in usual_words(code).street_ends.split())
    return all_words("streets"), tuple(sorted(ends))


@lru_cache(maxsize=1)
def contact_words() -> Mapping[str, frozenset[str]]:
    """The words by which a question asks for contact data or a number, by the kind of them."""
    names = usual_words("en").contact
    return {
        name: frozenset(one for code in LANGUAGES for one in _set(usual_words(code).contact[name])) for name in names
    }


def _joints(front: str) -> tuple[str, ...]:
    """The words that the front of a compound may be."""
    return front, front.removesuffix("s"), front.removesuffix("n"), front.removesuffix("en"), f"{front}e"


@lru_cache(maxsize=16)
def all_words(name: ManyWords) -> frozenset[str]:
    """These words in every language, for names are told and cards written in any of them."""
    return frozenset(one for code in LANGUAGES for one in _set(getattr(usual_words(code), name)))


def _set(told: str) -> frozenset[str]:
    return frozenset(fold(one) for one in told.split())
