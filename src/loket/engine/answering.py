"""What may be told: limits of a message, which question free text answers, which answers a question takes."""

from dataclasses import dataclass

from loket.core.actions import ToolCall
from loket.core.consent import settings_misfit
from loket.core.data import TEXT_CHARACTERS, Json
from loket.core.errors import Invalid, Refused, TooLarge
from loket.core.events import AgentSaid, Answered, Changed, Decided, Event, SurfaceActed, UserSaid
from loket.core.outside import A2A
from loket.core.planner import Answering
from loket.core.record import By
from loket.core.shapes import text_at
from loket.engine.fitting import has_blobs
from loket.engine.kit import Kit
from loket.schemas import compiled
from loket.views.holding import locale_of
from loket.views.turn import Turn
from loket.views.turn_state import Question


def limited(event: Event) -> None:
    """Refuses a message that says nothing, or is too long to be read, wherever in it the words are."""
    match event:
        case UserSaid(text=str(words), files=()) | Answered(text=str(words)) if not words.strip():
            raise Invalid("no_words", "A message needs words or a file.")
        case Answered(text=text, form=form, edit=edit, amend=amend):
            words = [text, form, edit, amend]
        case UserSaid(text=words) | AgentSaid(text=words):
            pass
        case Changed(settings=words):
            if (wrong := settings_misfit(words)) is not None:
                raise Invalid("bad_settings", wrong)
        case SurfaceActed(payload=words):
            pass
        case _:
            return
    if _longest(words) > TEXT_CHARACTERS:
        raise TooLarge("too_large", f"A message has at most {TEXT_CHARACTERS} characters.")


def _longest(value: Json) -> int:
    """The characters of the longest string in a value, however deep."""
    if isinstance(value, str):
        return len(value)
    longest, left = 0, [value]
    while left:
        match left.pop():
            case str(text):
                longest = max(longest, len(text))
            case dict(inner):
                left += inner.values()
            case list(inner):
                left += inner
            case _:
                pass
    return longest


def takes(turn: Turn, said: UserSaid) -> Question | None:
    """The question that free text answers: the only open one, when it lasts and takes text."""
    if len(turn.questions) != 1 or said.files or not isinstance(said.text, str):
        return None
    question = next(iter(turn.questions.values()))
    ask = question.ask
    if ask is None or not ask.lasts or (ask.choices and ask.wants is None) or ask.form is not None:
        return None
    return question


@dataclass(frozen=True)
class ByWords:
    """The answer that words are and the scope of its question, and each scope whose reader of words broke, with what it
    raised."""

    answer: Answered | None = None
    scope: str = "/"
    faults: tuple[tuple[str, Exception], ...] = ()


def answer_by_words(turn: Turn, said: UserSaid, kit: Kit) -> ByWords:
    """What words answer: the one question that takes them, a choice that they name, a call that is held; else they are
    a new message."""
    if said.files or not isinstance(said.text, str):
        return ByWords()
    if (taken := takes(turn, said)) is not None:
        return ByWords(Answered(to=taken.id, text=said.text), taken.scope)
    return _consent_by_words(turn, said, said.text, kit) or _choice_by_words(turn, said.text, kit)


def _consent_by_words(turn: Turn, said: UserSaid, text: str, kit: Kit) -> ByWords | None:
    """What words decide about the one call that is held, when nothing was said since it was shown; None when they are
    about something else. What another agent says decides nothing."""
    question = next(iter(turn.questions.values())) if len(turn.questions) == 1 and said.channel != A2A else None
    call = turn.calls.get(question.held or "") if question is not None else None
    if question is None or call is None or not isinstance(call.work, ToolCall) or _said_since(turn, int(question.id)):
        return None
    assistant, spec = kit.assistants.get(turn.scopes[call.scope].assistant), kit.spec(turn, call.work.tool)
    if assistant is None or spec is None or turn.at is None or has_blobs(call.work.args):
        return None
    tools, locale = kit.specs(assistant, turn), locale_of(turn, assistant)
    try:
        heard = kit.hearing.consents(text, (spec, call.work.args), tools, turn.at, locale)
    except Exception as error:  # noqa: BLE001 - whatever a reader of words raises harms no message
        return ByWords(faults=((question.scope, error),))
    if isinstance(heard, dict) and kit.misfit(spec, heard) is not None:
        return None
    match heard:
        case None:
            return None
        case bool(agreed):
            answer = Answered(to=question.id, text=text, approve=agreed or None, refuse=None if agreed else True)
        case amended:
            answer = Answered(to=question.id, text=text, amend=amended)
    return ByWords(answer, question.scope)


def _said_since(turn: Turn, seq: int) -> bool:
    """Whether an assistant decided anything in the talk after this record: words may be about that."""
    for record in reversed(turn.scopes["/"].history):
        if record.seq <= seq:
            return False
        if isinstance(record.event, Decided):
            return True
    return False


def _choice_by_words(turn: Turn, text: str, kit: Kit) -> ByWords:
    """The choice that does not last and that free text answers all the same, because its planner knows the words for
    what was offered; none when there is no such choice, or more than one. A planner that breaks knows no words."""
    found: list[Question] = []
    faults: list[tuple[str, Exception]] = []
    for question in turn.questions.values():
        ask, scope = question.ask, turn.scopes.get(question.scope)
        if ask is None or ask.lasts or not ask.choices or scope is None:
            continue
        planner, assistant = kit.planners.get(scope.assistant), kit.assistants.get(scope.assistant)
        if isinstance(planner, Answering) and assistant is not None:
            locale = text_at({**assistant.settings, **turn.settings}, "locale") or assistant.locale
            try:
                if planner.answers(ask, text, locale):
                    found.append(question)
            except Exception as error:  # noqa: BLE001 - whatever a planner raises harms no message
                faults.append((question.scope, error))
    if len(found) != 1:
        return ByWords(faults=tuple(faults))
    return ByWords(Answered(to=found[0].id, text=text), found[0].scope, tuple(faults))


def fits(answer: Answered, question: Question | None, by: By) -> None:
    """Refuses an answer that an open question can't take; a late one is recorded and wakes nobody."""
    if question is None:
        return
    if question.held is not None and by != "person":
        raise Refused("not_yours", "Only a person decides about a call that is held.")
    of_held = answer.approve or answer.refuse or answer.edit is not None or answer.amend is not None
    if bool(of_held) != (question.held is not None):
        raise Invalid("wrong_answer", "This question takes another kind of answer.")
    if answer.choice is not None:
        choices = question.ask.choices if question.ask is not None else ()
        if answer.choice not in {choice.id for choice in choices}:
            raise Invalid("no_choice", "That is none of the choices of this question.")
    if answer.form is not None:
        form = question.ask.form if question.ask is not None else None
        if form is None:
            raise Invalid("wrong_answer", "This question takes another kind of answer.")
        if wrong := compiled(form).problems(answer.form):
            raise Invalid("wrong_answer", "; ".join(f"{p.path or '/'}: {p.message}" for p in wrong[:5]))


def fits_tool(answer: Answered, question: Question | None, turn: Turn, kit: Kit) -> None:
    """Refuses edited arguments that the tool of a held call can't take."""
    call = turn.calls.get(question.held) if question is not None and question.held is not None else None
    args = answer.edit if answer.amend is None else answer.amend
    if call is None or args is None or not isinstance(call.work, ToolCall):
        return
    spec = kit.spec(turn, call.work.tool)
    if spec is not None and (misfit := kit.misfit(spec, args)) is not None:
        raise Invalid("wrong_answer", misfit[1])


def same(before: Event, event: Event) -> bool:
    """Whether a repeated tell says the same; a message that became an answer counts by its words."""
    if isinstance(before, Answered) and isinstance(event, UserSaid):
        return before.text == event.text
    return before == event
