"""What is asked of the notes that are kept here: which tool does it, and that it never goes to an agent, also where no
tool can."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from loket.core.planner import Situation
from loket.core.shapes import texts_at
from loket.core.tool import ToolSpec
from loket.language.clauses import clauses
from loket.language.message import Message
from loket.language.tokens import fold, words
from loket.planners.finding.agents import OUTSIDE
from loket.planners.finding.names import likely_people, organisations, words_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import all_words
from loket.planners.finding.words import FindingWords

BEGINS, CORRECTS, CALLED, VERBS = "x-begins", "x-corrects", "x-called", "x-verbs"
HEAD = 5
"""So many words may stand between a verb and what is to be put down (`log this for me: …`)."""


def of_notes(trail: Trail, specs: Mapping[str, ToolSpec], said: FindingWords) -> str:
    """The tool for a message about what is kept here, as one's own: nobody else knows that."""
    text = trail.message.last
    found = words_of(text)
    called = _called(specs)
    mine = all_words("mine")
    message = said.read(text)
    own = any(one.plain in mine and fold(after.plain) in called for one, after in pairwise(found))
    if not own and not _asks_for_notes(message, called):
        return _done_with_note(message, trail, specs) or _put_down(message, specs)
    first = next(iter(message.heavy), len(found))
    begun = {fold(word.plain) for word in found[: first + 1]}
    of_them = [name for name, spec in specs.items() if spec.input.get(CALLED)]
    wishes = all(one.mood != "wonders" for one in clauses(message)[:1])
    done = (name for name in of_them if wishes and begun & _verbs(specs[name]))
    return next(done, "") or next((name for name in of_them if not specs[name].input.get(VERBS)), "")


def stays_here(text: str, situation: Situation, said: FindingWords) -> bool:
    """Whether a message orders something with a note of one's own, or to be put down: no agent is asked for that."""
    specs = {name: spec for name, spec in situation.tools.items() if name not in OUTSIDE and spec.kind != "a2a"}
    message = said.read(text)
    if _wonders(message):
        return False
    if _note_at(message, specs, said.articles_of) is not None:
        return True
    verb = _verb_at(message, specs)
    if verb is None or organisations(text, likely_people(text, said), said):
        return False
    return not _particles(specs).isdisjoint(message.folds[verb + 1 : verb + 2])


def _asks_for_notes(message: Message, called: AbstractSet[str]) -> bool:
    """Whether a question speaks of notes that one has, and of nothing else (`what notes do I have`)."""
    spoken = {message.folds[at] for at in message.heavy}
    return bool(spoken) and spoken <= called and _wonders(message) and not _me(message).isdisjoint(message.folds)


def _done_with_note(message: Message, trail: Trail, specs: Mapping[str, ToolSpec]) -> str:
    """The tool for what is to be done with a note that is only pointed at (`delete that note`), or by a word that one
    has (`delete the one about Mia`)."""
    at = _note_at(message, specs)
    if _wonders(message) or (at is None and not _of_kept(message, trail, _called(specs))):
        return ""
    verb = next(iter(message.heavy), 0)
    fit = (name for name, spec in specs.items() if spec.input.get(CALLED) and message.folds[verb] in _verbs(spec))
    return next((name for name in fit if not specs[name].input.get(CORRECTS)), "")


def _of_kept(message: Message, trail: Trail, called: AbstractSet[str]) -> bool:
    """Whether all that a message speaks of behind its verb, but for what notes are called, is in one of them; where it
    speaks of nothing there, the last answer told one."""
    spoken = {message.folds[at] for at in message.heavy[1:]} - called
    told = [{word.fold.removesuffix("'s") for word in words(fact)} for fact in trail.facts]
    return any(spoken <= one for one in told) if spoken else bool(trail.noted)


def _put_down(message: Message, specs: Mapping[str, ToolSpec]) -> str:
    """The tool that keeps what stands behind a verb for putting down and a colon, or `that` (`save this: …`, `jot down
    that …`)."""
    verb = _verb_at(message, specs)
    if verb is None or _wonders(message):
        return ""
    keeps = next((name for name, spec in specs.items() if spec.input.get(CORRECTS)), "")
    head = _head(message, verb, specs)
    end = verb + 1 + len(head)
    if end >= len(message.words) or not message.tongue.somebody.isdisjoint(head):
        return ""
    if ":" in message.text[message.words[end - 1].end : message.words[end].start]:
        return keeps
    noted = not (_called(specs) | _particles(specs)).isdisjoint(head)
    return keeps if noted and head[-1] in _joins(specs) else ""


def _head(message: Message, verb: int, specs: Mapping[str, ToolSpec]) -> Sequence[str]:
    """The small words, those for notes and the particles behind a verb, up to a mark."""
    known = _called(specs) | _particles(specs)
    head: list[str] = []
    for at in range(verb + 1, min(verb + 1 + HEAD, len(message.words))):
        if not message.joined(at - 1, at) or (message.weights[at] == 1 and message.folds[at] not in known):
            break
        head.append(message.folds[at])
        if head[-1] in _joins(specs) and len(head) > 1:
            break
    return head


def _verb_at(message: Message, specs: Mapping[str, ToolSpec]) -> int | None:
    """Where a message begins with a verb for putting something down."""
    first = next(iter(message.heavy), 0)
    verbs = _keeping_verbs(specs)
    at = next((at for at in range(first + 1) if message.folds[at : at + 1] and message.folds[at] in verbs), None)
    return None if at is None or (at and message.folds[at - 1] in _me(message)) else at


def _note_at(message: Message, specs: Mapping[str, ToolSpec], articles: Collection[str] = ()) -> int | None:
    """Where a note stands that a message points at right behind the verb it begins with (`bin that note`), also with
    one of these articles."""
    first = next(iter(message.heavy), 0)
    if first and message.folds[first - 1] in _me(message):
        return None
    points = (
        {fold(one) for one in articles}
        | {fold(one) for one in message.tongue.data["all_that"]}
        | {fold(one) for one in all_words("mine")}
    )
    called = _called(specs)
    near = range(first + 1, min(first + 2, len(message.words) - 1))
    return next((at + 1 for at in near if message.folds[at] in points and message.folds[at + 1] in called), None)


def _called(specs: Mapping[str, ToolSpec]) -> set[str]:
    return {fold(one) for spec in specs.values() for one in texts_at(spec.input, CALLED)}


def _verbs(spec: ToolSpec) -> set[str]:
    return {fold(one) for one in texts_at(spec.input, VERBS)}


def _particles(specs: Mapping[str, ToolSpec]) -> set[str]:
    """The words that stand with such a verb (`write down that`)."""
    verbs, begins = _keeping_verbs(specs), (one.split() for one in _beginnings(specs))
    return {fold(one[1]) for one in begins if len(one) > 2 and fold(one[0]) in verbs}


def _joins(specs: Mapping[str, ToolSpec]) -> set[str]:
    """The words between such a beginning and what is to be kept (`that`)."""
    verbs, begins = _keeping_verbs(specs), _beginnings(specs)
    ended = (one.rpartition(" ") for one in begins)
    return {fold(last) for before, _, last in ended if before in begins or fold(before.split(" ")[0]) in verbs}


def _keeping_verbs(specs: Mapping[str, ToolSpec]) -> set[str]:
    return {verb for spec in specs.values() if spec.input.get(CORRECTS) for verb in _verbs(spec)}


def _beginnings(specs: Mapping[str, ToolSpec]) -> set[str]:
    """What a message begins with that wants something kept."""
    return {one for spec in specs.values() if spec.input.get(CORRECTS) for one in texts_at(spec.input, BEGINS)}


def _me(message: Message) -> set[str]:
    return {fold(one) for one in message.tongue.data["me"]}


def _wonders(message: Message) -> bool:
    return any(one.mood == "wonders" for one in clauses(message)[:1])
