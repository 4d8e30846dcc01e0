"""Where a request stands, read from the log: what the person said, which agents are known, which steps were taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from loket.core.actions import Ask, Say, Wants
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import Answered, Decided, Returned, SurfaceActed, UserSaid
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, text_at
from loket.language import read
from loket.language.anew import asks_anew
from loket.language.dates import ANY_DAY
from loket.language.languages import FALLBACK
from loket.language.memory import turn_of
from loket.planners.dialogue.choosing import NONE_OF, picked
from loket.planners.dialogue.trail import Taken
from loket.planners.dialogue.trail import taken as decisions
from loket.planners.finding.agents import INVOKE, Agent, HeardAnswer, known_agents, known_sites, went_well
from loket.planners.finding.words import spoken

REPLY = "reply"
"""The step that answers an agent's question with what it did not ask for, which waits for a word."""
WORDY = 4
"""So many words more than a choice has, or a question, are a request of their own and count out no choice."""
WHOSE = "whose"
"""The step that asks who is meant."""
UNSERVED = frozenset({"search", "discover", "answer", WHOSE})
"""The steps of a message for which nobody was asked anything."""
LAPSED = "lapsed"
"""The step that takes back what still waits for a word when somebody says something else."""


@dataclass(frozen=True)
class LastMessage:
    """What the person said last. `text` are the words of the whole request, `last` those of this message alone.

    `wants` and `step` are of the question it answers; `choice` is the answer that was picked, `form` one filled in.
    `page` is what was done instead of saying something, `offer` whether the question offered others than were named."""

    text: str = ""
    last: str = ""
    wants: Wants | None = None
    step: str = ""
    choice: str = ""
    form: JsonObject = field(default_factory=dict)
    page: SurfaceActed | None = None
    offer: bool = False


@dataclass(frozen=True)
class Trail:
    """All the planner goes by. `before` is what was said earlier, the newest first; `steps` were taken since the
    message; `heard` are the earlier invocations of this conversation that were answered, `asked` the arguments they
    went out with; `latest` is the one told of right before the message, `waiting` the one whose agent asked for more:
    arguments and answer. `unserved` are the messages right before for which nobody was asked, the newest first;
    `sites` are known by name. `answered` is the last answer, `noted` what it told of that was to be remembered, `day`
    the day that it told; `of_notes`: it was of what is kept here."""

    message: LastMessage
    before: tuple[str, ...]
    steps: tuple[Taken, ...]
    agents: tuple[Agent, ...]
    asked: tuple[JsonObject, ...]
    facts: tuple[str, ...]
    waiting: tuple[JsonObject, JsonObject] | None = None
    latest: JsonObject = field(default_factory=dict)
    heard: tuple[HeardAnswer, ...] = ()
    unserved: tuple[str, ...] = ()
    sites: Mapping[str, str] = field(default_factory=dict)
    answered: str = ""
    noted: tuple[str, ...] = ()
    day: str = ""
    of_notes: bool = False

    @property
    def last(self) -> Taken | None:
        """The step that was taken last."""
        return self.steps[-1] if self.steps else None

    def taken(self, step: str) -> list[Taken]:
        """All steps of this name, in order."""
        return [one for one in self.steps if one.step == step]

    def returned(self, step: str) -> list[tuple[JsonObject, Returned]]:
        """Arguments and outcome of every call of the steps of this name."""
        return [(args, back) for one in self.taken(step) for args, back in one.made() if back is not None]

    def spoken(self, locale: str) -> str:
        """The language of the conversation, where its locale is this one. A name that says who is meant tells none."""
        named = self.message.step == WHOSE and "?" not in self.message.last
        return spoken((*reversed(self.before), "" if named else self.message.last), locale)

    @property
    def probed(self) -> list[tuple[str, Returned]]:
        """Which sites were looked at since the message, and what was found there."""
        return [(text_at(args, "target_url"), returned) for args, returned in self.returned("discover")]

    @property
    def results(self) -> list[JsonObject]:
        """What the search found."""
        found = [list_at(returned.value, "results") for _, returned in self.returned("search") if returned.ok]
        return [one for results in found for one in results if is_object(one) and text_at(one, "url")]


def trail_of(history: Sequence[Record], woke: Sequence[Record], settings: JsonObject) -> Trail:
    """The trail of a conversation. The message is the last one that was taken up: one that came while another was
    being worked on waits. `settings` may bring what was said before the conversation began (`history`)."""
    took = {seq: record.seq for record in reversed(history) for seq in _took(record)}
    up = took.keys() | {record.seq for record in woke}
    back = _back(woke)
    begun = [n for n, record in enumerate(history) if record.seq in up and took.get(record.seq, 0) <= back]
    begin = max((n for n in begun if _words_of(history[n]) is not None), default=-1)
    told = [one for record in history[: max(begin, 0)] if (one := _words_of(record))]
    earlier = [text_at(one, "content") for one in list_at(settings, "history") if text_at(one, "role") == "user"]
    taken = decisions(history)
    since = took.get(history[begin].seq, history[-1].seq + 1) if begin >= 0 else 0
    before = [one for one in taken if one.seq < since]
    heard = [answered for one in before for answered in went_well(one)]
    return Trail(
        message=_message(history, begin),
        before=tuple(reversed([text for text in (*earlier, *told) if text])),
        steps=tuple(one for one in taken if since <= one.seq <= back and one.step != LAPSED),
        agents=known_agents(taken, settings),
        asked=tuple(one.args for one in heard),
        heard=tuple(heard),
        facts=tuple(_facts(taken)),
        waiting=_waiting(before),
        latest=_latest(before),
        unserved=tuple(_unserved(history[: max(begin, 0)], before, took)),
        sites=known_sites(settings),
        answered=_answered(history[: max(begin, 0)]),
        noted=tuple(_noted(before)),
        of_notes=any({"fact", "facts", "forgotten"} & one.keys() for one in _last_values(before) if is_object(one)),
        day=next((text_at(one, "date") for one in _last_values(before)), ""),
    )


def _answered(history: Sequence[Record]) -> str:
    """The last words that ended a request."""
    actions = (one.event.action for one in reversed(history) if isinstance(one.event, Decided))
    return next((text_of(one.text) for one in actions if isinstance(one, Say) and one.final), "")


def _back(woke: Sequence[Record]) -> float:
    """The decision whose calls came back; a person may have said something else since."""
    calls = [record.event.call.partition(".")[0] for record in woke if isinstance(record.event, Returned)]
    return max((int(seq) for seq in calls if seq.isdecimal()), default=float("inf"))


def _took(record: Record) -> tuple[int, ...]:
    return record.event.took if isinstance(record.event, Decided) else ()


def _words_of(record: Record) -> str | None:
    """The words of a person's record, empty for a choice or a page; None when it is none, or only a word on a held
    call."""
    match record.event:
        case SurfaceActed():
            return ""
        case UserSaid(text=text):
            return text_of(text)
        case Answered(approve=None, edit=None, refuse=None, amend=None, text=text):
            return text or ""
        case _:
            return None


def _message(history: Sequence[Record], begin: int) -> LastMessage:
    """The message at this place, and the words of those it goes on from."""
    if begin < 0:
        return LastMessage()
    if isinstance(page := history[begin].event, SurfaceActed):
        return LastMessage(page=page)
    event, asked = history[begin].event, _question(history, begin)
    words = [_words_of(history[begin]) or ""]
    at = begin
    while (question := _question(history, at)) is not None:
        at = max((n for n in range(question) if _words_of(history[n]) is not None), default=-1)
        if at < 0:
            break
        words.insert(0, _words_of(history[at]) or "")
    decided = history[asked].event if asked is not None else None
    ask = decided.action if isinstance(decided, Decided) and isinstance(decided.action, Ask) else Ask(text="")
    wants, choice = ask.wants, event.choice if isinstance(event, Answered) else None
    last, offer = words[-1], any(one.id == NONE_OF for one in ask.choices)
    if choice is None and wants is not None and not wants.skill and ask.choices and len(words) > 1:
        # Words that only count out or name a choice say nothing else.
        wordy = (
            "?" in words[-1]
            or asks_anew(read(words[-1], ANY_DAY, FALLBACK))
            or len(words[-1].split()) > WORDY + max(len(one.label.split()) for one in ask.choices)
        )
        choice = None if wordy else picked(last, ask.choices, FALLBACK)
        last = last if choice is None else ""
        thanks = turn_of(read(words[-1], ANY_DAY, FALLBACK)).empty
        words = words[-1:] if wordy else words if choice is None and not (offer or thanks) else words[:-1]
        wants = None if wordy else wants
    return LastMessage(
        text="\n".join(word for word in words if word),
        last=last,
        wants=wants,
        step=decided.step if isinstance(decided, Decided) else "",
        choice=choice or "",
        form=(event.form or {}) if isinstance(event, Answered) else {},
        offer=offer and wants is not None,
    )


def _question(history: Sequence[Record], at: int) -> int | None:
    """Where the question stands that this message answers; None when it answers none."""
    event = history[at].event
    if isinstance(event, SurfaceActed):
        return None
    aside = False
    for n in range(at - 1, -1, -1):
        decided = history[n].event
        if not isinstance(decided, Decided):
            continue
        if isinstance(event, Answered):
            if str(history[n].seq) == event.to:
                return n
        elif isinstance(decided.action, Ask):
            return None if aside else n
        elif decided.step in (LAPSED, REPLY):
            continue  # an answer that waited for a word and was not sent leaves the agent's question open
        elif aside != (decided.step == "own") or decided.step not in ("own", "answer"):
            return None  # what an own tool told in between leaves a question open, anything else does not
        else:
            aside = not aside
    return None


def _facts(taken: Sequence[Taken]) -> list[str]:
    """What the person asked to be remembered, without what they asked to forget since."""
    kept: list[str] = []
    for value in _own_values(taken):
        gone = list_at(value, "forgotten")
        kept = [fact for fact in (*kept, text_at(value, "fact")) if fact and fact not in gone]
    return kept


def _noted(taken: Sequence[Taken]) -> list[str]:
    """What the last answer told of that was to be remembered."""
    facts = [one for value in _last_values(taken) for one in (text_at(value, "fact"), *list_at(value, "facts"))]
    return [str(fact) for fact in facts if fact]


def _last_values(taken: Sequence[Taken]) -> list[Json]:
    """What the own tools gave that were told of last."""
    last = next((one for one in reversed(taken) if one.step != "answer"), None)
    return _own_values([last] if last is not None else [])


def _own_values(taken: Sequence[Taken]) -> list[Json]:
    """What own tools gave, in order."""
    return [one.value for step in taken if step.step == "own" for one in step.returns.values() if one.ok]


def _unserved(history: Sequence[Record], taken: Sequence[Taken], took: Mapping[int, int]) -> Iterator[str]:
    """The messages at the end of this history for which nobody was asked anything."""
    until = len(taken)
    for record in reversed(history):
        words = _words_of(record)
        if words is None:
            continue
        first = next((n for n, one in enumerate(taken) if one.seq >= took.get(record.seq, until)), until)
        steps = {one.step for one in taken[first:until]}
        if not words or not steps or not steps <= UNSERVED:
            return
        yield words
        until = first


def _waiting(taken: Sequence[Taken]) -> tuple[JsonObject, JsonObject] | None:
    """The last invocation, when its agent asked for more."""
    for one in reversed(taken):
        for args, returned in one.made(INVOKE):
            if returned is not None:
                asks = is_object(returned.value) and returned.value.get("status") == "input_required"
                return (args, returned.value) if asks else None
    return None


def _latest(taken: Sequence[Taken]) -> JsonObject:
    """The arguments of the invocation that was told of last, when nothing else came after it."""
    told = next((one for one in reversed(taken) if one.step != "answer"), None)
    calls = [args for args, _ in told.made(INVOKE)] if told is not None else []
    return calls[-1] if calls and not calls[-1].get("cancel") else {}
