"""Which of the names in a message is a person's: not that of what is counted or measured, nor of a street; the word at
the beginning of a sentence may be none."""

from collections.abc import Sequence
from dataclasses import replace

from loket.language.addresses import FoundAddress, addresses
from loket.language.message import Message
from loket.language.names import WordRun, beginnings, is_name
from loket.language.phrases import text_between
from loket.language.pieces import FilledValue
from loket.language.tokens import fold, words

ANOTHER = frozenset({"another", "else"})


def person(message: Message, found: Sequence[WordRun]) -> FilledValue:
    """The name of a person among the names of a message."""
    lists = (message.tongue.phrases(name) for name in ("titles", "name_is", "children"))
    titles, cues, kin = ({phrase[-1] for phrase in phrases} for phrases in lists)
    every, found = found, [run for run in found if run.capital and not _street_like(message, run)]
    for run in every:
        if run.follows(titles):
            title = message.words[run.first - 1]
            dot = message.text[title.end : title.end + 1]
            value = f"{title.text}{'.' if dot == '.' else ''} {run.value}"
            return value, range(run.first - 1, run.last + 1)
    for wanted in (kin, cues):
        for run in found:
            if run.follows(wanted):
                return run.value, range(run.first, run.last + 1)
    # The first word has a capital whatever it is, and in German so has every noun.
    late, begins = message.tongue.code != "de", beginnings(message)
    thing = {run.first: _counted(message, run) or _street_word(message, run) for run in found}
    alone = {run.first: run.first in begins and run.first == run.last for run in found}
    named = sorted(found, key=lambda run: (thing[run.first], late and alone[run.first], (run.first == 0) == late))
    return (named[0].value, range(named[0].first, named[0].last + 1)) if named else None


def sex_of_pronouns(message: Message) -> str:
    """The sex of whom a message speaks of as he or she, where it is one and no noun tells one. A possessive is about
    somebody else: `her brother`."""
    if any(not nouns.isdisjoint(message.folds) for nouns in message.tongue.sexes.values()):
        return ""
    owning = message.tongue.data["possessive"]
    spoken: set[str] = set()
    for at, word in enumerate(message.folds):
        last = at + 1 == len(message.words) or message.weights[at + 1] < 1 or not message.joined(at, at + 1)
        if word not in owning or last:
            forms = {word, " ".join(message.folds[at : at + 2])}
            spoken |= {sex for sex, pronouns in message.tongue.pronouns.items() if not pronouns.isdisjoint(forms)}
    return spoken.pop() if len(spoken) == 1 else ""


def of_another(message: Message, before: Sequence[str]) -> bool:
    """Whether a child is spoken of of whom the earlier words told nothing: by another word for one, or as another."""
    tongue = message.tongue
    others = ANOTHER | {word for name in tongue.data["other_one"] for word in fold(name).split()}
    sexed = tongue.sexes["male"] | tongue.sexes["female"]
    told = {word.fold for text in before for word in words(text)}
    return not others.isdisjoint(message.folds) or not sexed & {*message.folds} <= told


def _street_like(message: Message, run: WordRun) -> bool:
    """Whether a name is that of a street with its number."""
    start, end = message.words[run.first].start, message.words[run.last].end
    return any(one.start < end and start < one.end for one in streets(message))


def streets(message: Message) -> Sequence[FoundAddress]:
    """The streets of a message, looked for once."""
    if "addresses" not in message.named:
        message.named["addresses"] = addresses(message.text, message.tongue.code)
    return message.named["addresses"]


def _counted(message: Message, run: WordRun) -> bool:
    """Whether a name stands right behind what is counted or measured: `2 tablets of Rimadyl`."""
    at = _before_of(message, run)
    if any(at in message.over(one.start, one.end) for one in message.quantities):
        return True
    return at > 0 and message.weights[at] == 1 and any(message.at(one.start) == at - 1 for one in message.numbers)


def _before_of(message: Message, run: WordRun) -> int:
    """The word that stands before a name, a word for `of` left aside."""
    at = run.first - 1
    return at - 1 if at >= 0 and message.folds[at] in message.tongue.data["of_whole"] else at


def _street_word(message: Message, run: WordRun) -> bool:
    """Whether a name has a word for a street in it: `Church Lane`, `Rua Direita`."""
    data = message.tongue.data
    ends, begins = ({fold(word) for word in data[name]} for name in ("street_ends", "street_begins"))
    return (run.last > run.first and message.folds[run.last] in ends) or message.folds[max(0, run.first - 1)] in begins


def headed(message: Message, places: range, open_: bool) -> bool:
    """Whether the word at the beginning of a sentence, which has a capital whatever it is, may be another name than the
    one at these places, or no part of it; `open_`: another property may want it."""
    open_words = message.nameable - message.explained - message.exact
    firsts = [at for at in beginnings(message) if at in open_words]
    firsts = [at for at in firsts if (message.folds[at],) not in message.tongue.small_talk]
    asked = message.text.rstrip().endswith("?")
    if any(at == places.start and len(places) > 1 and asked for at in firsts):
        return True
    return open_ and places.start not in firsts and any(at not in places for at in firsts)


def capitals(message: Message, run: WordRun) -> WordRun:
    """The name of a person in words in a row: those with a capital, when it begins with one, and what may stand within
    a name (`Anna de Wit`). A surname may be a word that means something else."""
    if not run.capital:
        return run
    last = run.first
    while (after := _next(message, run, last)) > last:
        last = after
    value = text_between(message, run.first, last)
    return replace(run, value=value[: -len("'s")] if fold(value).endswith("'s") else value, last=last)


def _next(message: Message, run: WordRun, last: int) -> int:
    """The word with which a name goes on, within what was found as a name or at one more capital that is no deed; its
    last word where it does not."""
    inner, after = message.tongue.data["inner"], last + 1
    while after < len(message.words) - 1 and message.folds[after] in inner and message.joined(last, after + 1):
        after += 1
    if after >= len(message.words) or not is_name(message, after):
        return last
    other = message.unnamed | message.doing | message.figures
    return after if after <= run.last or (after not in other and message.joined(last, after)) else last
