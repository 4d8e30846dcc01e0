"""What the finding planner says, why it takes a step, and the words it must know: data files a language, read once."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from loket.core.data import Frozen
from loket.language import read
from loket.language.dates import ANY_DAY
from loket.language.languages import FALLBACK, code_of, language
from loket.language.message import Message
from loket.language.tokens import LANGUAGES
from loket.planners.finding.usual import heard

PACKAGE = __name__.rpartition(".")[0]
CONTEXT = "User asked: {text}"
"""How a request in words begins that goes to an agent: agents read it, whatever language the person speaks."""

HAVING = "has"
"""What the name of a value begins with that says whether there is something, as programs write it."""

SETS = ("kin", "named", "behalf", "birth", "age", "does", "asks", "calendar", "writing", "bodies")
"""Words that are known of every language at once, as `calls` are: names are told and cards written in any of them."""


class FindingWords(Frozen):
    """Sentences with what is filled in between braces, and sets of small words.

    `little` words carry no meaning in a search, `kin` are followed by somebody's name, `named` may stand between the
    two, `calls` introduce a name, `behalf` stands before the one it is for, `asks` begin a question about somebody,
    `does` say something of somebody, `calendar` words are written large and name nobody. `writing` verbs begin the name
    or the description of a skill that changes something. `bodies` are words in names of organisations; `leads` stand
    before one, `near` before a place and `nouns` before a thing, none of them before somebody's name. `member` and then
    one of `articles_of` stand before the group that somebody is in (`plays for the Lions`). `birth` and `age` are how
    parameters for these are called. `they` stand for a group that was spoken of.
    `signs` are what words between figures mean, `factors` what such words make of the sum before, `days_called` a day's
    name for its date, `take` begins what a part is taken off, `less` what is taken off itself.
    Who says one of `drop` wants no more of a request; one of `others` begins what is told of somebody besides.
    `doubts` are why a person has to agree to a card, by the doubt's code; `refusals` why an address is not called,
    by the cause; `problems` are sentences by the code of a failure, whose own text is used for others. `code` is
    the language's own."""

    query: str
    chosen: str
    given: str
    needs: str
    which: str
    no_agent_of: str
    none_says: str
    none_of_these: str
    confirm: str
    show: str
    shall: str
    confirm_yes: str
    confirm_no: str
    search: str
    declined: str
    dropped: str
    stays: str
    taken_back: str
    not_taken_back: str
    limit: str
    between: str
    at_least: str
    at_most: str
    drop: tuple[str, ...]
    put_off: tuple[str, ...]
    others: tuple[str, ...]
    source: str
    asks_you: str
    in_words: str
    link: str
    files: str
    failed: str
    unsure: str
    still: str
    taken: str
    look_again: str
    no_search: str
    nothing_found: str
    none: str
    looked: str
    no_service: str
    not_this: str
    not_seen: str
    told_before: str
    no_site_of: str
    look_there: str
    try_other: str
    whose: str
    or_whose: str
    at_whom: str
    connected: str
    no_skills: str
    no_card: str
    not_called: str
    refusals: Mapping[str, str]
    unheard: str
    unknown_agent: str
    empty: str
    nothing_open: str
    no_words: str
    fragment: str
    which_sum: str
    own_note: str
    needs_why: str
    not_read: str
    yes_word: str
    no_word: str
    there_is: str
    there_is_not: str
    is_value: str
    value: str
    articles: tuple[str, str]
    joined: str
    little: frozenset[str]
    kin: frozenset[str]
    calls: tuple[str, ...]
    named: frozenset[str]
    behalf: frozenset[str]
    birth: frozenset[str]
    age: frozenset[str]
    they: frozenset[str]
    does: frozenset[str]
    asks: frozenset[str]
    calendar: frozenset[str]
    writing: frozenset[str]
    bodies: frozenset[str]
    leads: frozenset[str]
    near: frozenset[str]
    nouns: frozenset[str]
    member: tuple[str, ...]
    articles_of: frozenset[str]
    signs: Mapping[str, str]
    factors: Mapping[str, str]
    days_called: Mapping[str, str]
    at_price: frozenset[str]
    sleeps: frozenset[str]
    take: tuple[str, ...]
    less: tuple[str, ...]
    doubts: Mapping[str, str]
    problems: Mapping[str, str]
    code: str = FALLBACK

    def because(self, why: str, /, **told: str) -> str:
        """The sentence for the reason of a step, with what is told in it. What the words of a skill weighed in a choice
        is told by the planner of skills, and in English."""
        return _reasons(self.code)[why].format(**told).strip()

    @property
    def small(self) -> frozenset[str]:
        """The words that carry little meaning."""
        tongue = language(self.code)
        return self.little | tongue.function | tongue.light

    def read(self, text: str) -> Message:
        """A text that is in this language, where no day in it is of interest."""
        return read(text, ANY_DAY, self.code, self.code)

    def dated(self, text: str) -> str:
        """A text with the dates of the days that it calls by a name."""
        called = "|".join(map(re.escape, sorted(self.days_called, key=len, reverse=True)))
        names = re.compile(rf"\b(?:{called})(?!\w)", re.IGNORECASE)
        return names.sub(lambda one: self.days_called[one[0].lower()], text)


@lru_cache(maxsize=len(LANGUAGES))
def _reasons(code: str) -> Mapping[str, str]:
    reasons: dict[str, str] = json.loads(files(PACKAGE).joinpath("reasons", f"{code}.json").read_bytes())
    return reasons


@lru_cache(maxsize=len(LANGUAGES))
def own_words(code: str) -> FindingWords:
    """The words of one language and of no other; English for those we do not know."""
    known = code if code in LANGUAGES else FALLBACK
    told = FindingWords.model_validate_json(files(PACKAGE).joinpath("languages", f"{known}.json").read_bytes())
    return told.model_copy(update={"code": known})


@lru_cache(maxsize=len(LANGUAGES))
def finding_words(code: str) -> FindingWords:
    """What is said in a language, with the words to know of all languages."""
    every = [own_words(one) for one in LANGUAGES]
    update: dict[str, object] = {name: frozenset[str]().union(*(getattr(one, name) for one in every)) for name in SETS}
    phrases = {phrase for one in every for phrase in one.calls}
    update["signs"] = {word: sign for one in every for word, sign in one.signs.items()}
    update["factors"] = {word: factor for one in every for word, factor in one.factors.items()}
    update["calls"] = tuple(sorted(phrases, key=lambda phrase: (-len(phrase.split()), phrase)))
    return own_words(code).model_copy(update=update)


def spoken(texts: Sequence[str], locale: str) -> str:
    """The language of a conversation: that of its last message, as far as its words tell, else of those before."""
    code = code_of(locale) if code_of(locale) in LANGUAGES else FALLBACK
    for text in texts:
        code = heard(text, code)
    return code
