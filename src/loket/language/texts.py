"""Fills slots of words: teams, references, people, places, addresses, and what is left over to be looked for."""

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from loket.language.addresses import postcodes
from loket.language.fields import Field
from loket.language.memory import turn_of
from loket.language.message import Message
from loket.language.names import WordRun, beginnings, greeted, is_name, runs
from loket.language.persons import capitals, person, streets
from loket.language.phrases import ARTICLES, located, numbered, text_between, whole_name
from loket.language.pieces import FilledValue, FoundText, quotations
from loket.language.tokens import fold, words

LONGEST, WHOLE = 500, 10_000
"""Characters of a name or a thing looked for; of a message that is passed on as it is."""

LONGEST_FLAT = 3
"""A number of more figures is none of a flat or a box."""

LEAST_RIVALS = 2
"""Of so many candidates at least nobody knows which is meant."""

_PARTS = re.compile(r"\w{3}[.!?]\s|[:;]\s|\n")
"""Where a message goes on with another part; a short word before a point may be cut short (`St. Ives`)."""

ANNOUNCING, LEAST_ANNOUNCED = 10, 2
"""Words that announce a text, and the fewest that it has."""


def text_of(message: Message, field: Field, known: AbstractSet[str], taken: AbstractSet[int]) -> FilledValue:
    """The words of a message that belong to a property of this kind."""
    match field.kind:
        case "group":
            return _group(message, field, known, taken)
        case "id" | "plot":
            return _code(message, field, taken)
        case "phone":
            return _free(message, [p for p in message.phones if not _dated(message, p)], taken)
        case "postcode":
            return _free(message, [FoundText(p.value, p.start, p.end) for p in postcodes(message.text)], taken)
        case "address":
            return _address(message, field, known, taken)
        case "person":
            names = (whole_name(message, run, taken) for run in runs(message, known, taken))
            return person(message, [capitals(message, run) for run in names])
        case "place":
            return _street(message, taken) or _where(message, known, taken)
        case "from" | "to":
            named = _way(message, field.kind, runs(message, known, taken))
            return named or _way(message, field.kind, runs(message, known, taken, things=True))
        case "text":
            text = announced(message.whole)
            if text:
                return text[:WHOLE], range(0)
            return (message.whole.strip()[:WHOLE], range(0)) if not field.required or len(message.words) > 3 else None
        case _:
            return _left_over(message, known, taken)


def guessed(message: Message, field: Field, places: range, context: tuple[AbstractSet[str], AbstractSet[int]]) -> bool:
    """Whether nothing but chance says that words are the value of a property: another word may be it as well, and no
    capital, preposition or figure speaks for one of them. `context` is what the skill knows and what is taken."""
    if field.kind not in ("place", "query") or not places or message.quoted:
        return False
    # The first word of a sentence that goes on behind it is what is to be done, or what somebody wishes.
    goes_on = places.stop < len(message.words) and message.joined(places.start, places.stop)
    if field.kind == "place" and len(places) == 1 and goes_on and places.start in beginnings(message):
        return True
    every = [run for run in runs(message, *context, things=field.kind == "query") if run.first > greeted(message)]
    if every and field.kind == "query" and places == range(greeted(message), greeted(message) + 1):
        return True
    if len(every) < LEAST_RIVALS:
        return False
    if field.kind == "place":
        capital = message.words[places.start].text[:1].isupper() and places.start > 0
        before = {word.fold for word in message.words[max(0, places.start - ARTICLES) : places.start]}
        figures = any(c.isdigit() for c in text_between(message, places.start, places.stop - 1))
        return not capital and not figures and not before & _cues(message, "aside")
    found = [whole_name(message, run, context[1]) for run in every]
    mine, rank = next((run for run in found if run.first == places.start), None), _rank(message)
    rivals = [run for run in found if mine and run.value != mine.value and rank(run) == rank(mine)]
    strange = mine is not None and message.explained.isdisjoint(places)
    return any(not strange or run.first not in message.explained for run in rivals)


def announced(whole: str) -> str:
    """What stands behind a colon, or in quotation marks at the end, after a few words that say what is to be done with
    it: `leave a note: I will be late`."""
    head, colon, text = whole.strip().partition(": ")
    if colon and len(words(head)) <= ANNOUNCING and len(words(text)) >= LEAST_ANNOUNCED and "." not in head:
        return text.strip()
    quoted = quotations(whole)
    alone = len(quoted) == 1 and not words(whole[quoted[0].end :])
    return quoted[0].value.strip() if alone and len(words(quoted[0].value)) >= LEAST_ANNOUNCED else ""


def bare_text(message: Message, field: Field) -> FilledValue:
    """The whole message as the value of the one property that was asked for."""
    if field.kind not in (
        "group",
        "id",
        "plot",
        "address",
        "person",
        "place",
        "from",
        "to",
        "text",
        "query",
        "phone",
    ):
        return None
    if field.kind != "text" and not may_name(message):
        return None
    value = message.whole.strip().strip(".!?").strip()
    most = WHOLE if field.kind == "text" else LONGEST
    return (value[:most], range(len(message.words))) if value else None


def may_name(message: Message) -> bool:
    """Whether a whole message may be what something is called: it asks nothing, thanks for nothing, has one part, and
    nobody in it says or does something."""
    told, tongue = message.whole.strip(), message.tongue
    subjects = (*tongue.data["me"], *tongue.data["clauses"]["own"], *(tongue.somebody - tongue.people))
    spoken = {one.partition("'")[0] for one in message.folds if "'" in one} | {*message.folds}
    apart = _PARTS.search(told) or told.endswith("?")
    return not (apart or turn_of(message).empty or spoken & {fold(one) for one in subjects})


def _group(message: Message, field: Field, known: AbstractSet[str], taken: AbstractSet[int]) -> FilledValue:
    for group in message.ages:
        if group.kind != "group":
            continue
        first, last = message.at(group.start), message.at(group.end - 1)
        value, end = f"U{int(group.value)}", last
        if not _names_age(field):
            while end + 1 < len(message.words) and (is_name(message, end + 1) or _small_name(message, end + 1, known)):
                end += 1
                value += f" {message.words[end].text}"
        return value, range(first, end + 1)
    for age in message.ages:
        if _names_age(field):
            return f"U{int(age.value) + 1}", message.over(age.start, age.end)
    named = [run for run in runs(message, known, taken) if run.capital and run.first > 0]
    return (named[0].value, range(named[0].first, named[0].last + 1)) if named else None


def _small_name(message: Message, at: int, known: AbstractSet[str]) -> bool:
    """Whether a word may go on a name in a message without capitals: nobody else knows it (`are the u9 hawks full`)."""
    strange = (
        message.weights[at] == 1 and at not in message.explained and not {message.stems[at], message.folds[at]} & known
    )
    return strange and message.text == message.text.lower() and message.joined(at - 1, at)


def _names_age(field: Field) -> bool:
    return "age" in fold(field.name) or "age" in field.named_concepts


def _code(message: Message, field: Field, taken: AbstractSet[int]) -> FilledValue:
    """A reference or number: one after a word that announces it, or one that looks like it."""
    cues = {fold(word) for word in message.tongue.data["number_words"]}
    spoken = {at for at, root in enumerate(message.stems) if root in field.stems}
    spoken |= {one.end - 1 for one in message.meanings if one.concept in field.concepts}
    best: tuple[float, FoundText, range] | None = None
    for code in message.codes:
        places = message.over(code.start, code.end)
        if taken & set(places) or _dated(message, code) or _timed(message, code):
            continue
        before = {message.words[at].fold for at in range(max(0, places.start - 2), places.start)}
        score = 2.0 * bool(before & cues) + 1.5 * any(0 < places.start - at <= 2 for at in spoken)
        score += min(sum(c.isdigit() for c in code.value), 6) / 6 + 0.5 * any(c.isalpha() for c in code.value)
        score += 0.5 if field.kind == "plot" and code.value.isdigit() else 0.0
        plain = code.value.isdigit() and len(code.value) < 4
        if plain and score < 1.5 and not (field.kind == "plot" and field.required):
            continue
        if _grouped(message, code) or (best is not None and best[0] >= score):
            continue
        best = (score, code, places)
    return None if best is None else (best[1].value, best[2])


def _dated(message: Message, code: FoundText) -> bool:
    return any(d.start < code.end and code.start < d.end for d in message.dates)


def _timed(message: Message, code: FoundText) -> bool:
    return any(t.start < code.end and code.start < t.end for t in message.times)


def _grouped(message: Message, code: FoundText) -> bool:
    return any(a.start < code.end and code.start < a.end for a in message.ages)


def _address(message: Message, field: Field, known: AbstractSet[str], taken: AbstractSet[int]) -> FilledValue:
    for found in streets(message):
        places = message.over(found.start, found.end)
        if taken & set(places):
            continue
        first, last = places[0], places[-1]
        value, end = found.value, _within_house(message, last, known, taken)
        if end > last:
            value, last = text_between(message, first, end), end
        left = runs(message, known, set(taken) | set(range(first, last + 1)))
        after = [run for run in left if 0 < run.first - last <= 2 and _place_like(message, run, last)]
        if not after or found.value.endswith("."):  # a sentence may end there
            return value, range(first, last + 1)
        return f"{value}, {after[0].value}", range(first, after[0].last + 1)
    return _place(message, runs(message, known, taken))


def _within_house(message: Message, last: int, known: AbstractSet[str], taken: AbstractSet[int]) -> int:
    """The last word of an address that goes on with a word and a number that counts nothing: `Mill Lane 8 flat 3`."""
    word, number, after = last + 1, last + 2, last + 3
    if number >= len(message.words) or {word, number} & taken or len(message.folds[number]) > LONGEST_FLAT:
        return last
    free = message.weights[word] == 1 and message.folds[word] not in message.tongue.announcing
    free = free and message.stems[word] not in known and message.folds[word] not in known
    typed = not message.folds[number].isdigit() or not message.unnamed.isdisjoint((word, number))
    if typed or not free or not message.joined(word, number):
        return last
    end = _within_house(message, number, known, taken)
    counts = after < len(message.words) and message.joined(number, after) and message.weights[after] > 0
    return last if counts and end == number else end


def _street(message: Message, taken: AbstractSet[int]) -> FilledValue:
    """A street with its number also says where."""
    numbered_ = [one for one in streets(message) if any(c.isdigit() for c in one.value)]
    return _free(message, [FoundText(one.value, one.start, one.end) for one in numbered_], taken)


def _place_like(message: Message, run: WordRun, last: int) -> bool:
    return run.first == last + 1 or run.follows(_cues(message, "place_in"))


def _where(message: Message, known: AbstractSet[str], taken: AbstractSet[int]) -> FilledValue:
    """What goes with a preposition of place, or a name of a place that stands elsewhere."""
    found = [numbered(message, whole_name(message, run, taken), taken) for run in runs(message, known, taken)]
    where = located(message, taken, known)
    if where is None or any(run.capital and run.first not in where and run.first > 0 for run in found):
        return _place(message, found)
    return text_between(message, where.start, where.stop - 1), where


def _place(message: Message, found: Sequence[WordRun]) -> FilledValue:
    cues = _cues(message, "place_in")
    capitals = any(word.text[:1].isupper() for word in message.words[1:])
    likely = [
        run
        for run in found
        if run.follows(cues) or (not run.compound and (run.capital or (run.first > 0 and not capitals)))
    ]
    ranked = sorted(likely, key=lambda run: (not run.follows(cues), not run.capital, -run.first))
    return (ranked[0].value, range(ranked[0].first, ranked[0].last + 1)) if ranked else None


def _way(message: Message, end: str, found: Sequence[WordRun]) -> FilledValue:
    """The place somebody comes from or goes to."""
    cues = {fold(pair[0 if end == "from" else 1]) for pair in message.tongue.data["from_to"]}
    for run in found:
        near = run.before[1:2] if run.before[:1] and run.before[0] in message.tongue.function else ()
        if run.follows(cues) or cues.intersection(near):
            return run.value, range(run.first, run.last + 1)
    return None


def _left_over(message: Message, known: AbstractSet[str], taken: AbstractSet[int]) -> FilledValue:
    """What is asked for in the person's own words: quoted, or what nothing else explains."""
    if message.quoted:
        return _free(message, message.quoted, taken)
    found = [whole_name(message, run, taken) for run in runs(message, known, taken, things=True)]
    if not found:
        return None
    rank = _rank(message)
    best = max(found, key=lambda run: (rank(run), run.first))
    return best.value, range(best.first, best.last + 1)


def _rank(message: Message) -> Callable[[WordRun], tuple[bool, int, bool]]:
    """How likely words are what is asked for."""
    aside = _cues(message, "aside")
    return lambda run: (not aside & set(run.before), run.last - run.first, run.capital and run.first > 0)


def _free(message: Message, found: Sequence[FoundText], taken: AbstractSet[int]) -> FilledValue:
    for one in found:
        places = message.over(one.start, one.end)
        if not taken & set(places):
            return one.value, places
    return None


def _cues(message: Message, name: str) -> set[str]:
    return {phrase[-1] for phrase in message.tongue.phrases(name)}
