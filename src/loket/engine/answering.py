"""What may be told: limits of a message, which question free text answers, which answers a question takes."""

from dataclasses import dataclass

from loket.core.actions import Cancel, ToolCall, Wait
from loket.core.consent import settings_misfit
from loket.core.data import TEXT_CHARACTERS
from loket.core.errors import Invalid, Refused, TooLarge
from loket.core.events import AgentSaid, Answered, Changed, Decided, Event, SurfaceActed, UserSaid
from loket.core.outside import A2A
from loket.core.planner import Answering
from loket.core.record import By
from loket.core.shapes import object_at, text_at, texts_in
from loket.engine.fitting import has_blobs
from loket.engine.kit import Kit
from loket.schemas import compiled
from loket.views.holding import locale_of
from loket.views.turn import Turn
from loket.views.turn_state import Question

KEY_CHARACTERS = 200
NO_WORDS_OR_FILE = "A message needs words or a file."


def limited(event: Event) -> None:
    """Refuses a message that says nothing, or is too long to be read, wherever in it the words are."""
    match event:
        case UserSaid(text=words, files=files):
            if not files and isinstance(words, str) and not words.strip():
                raise Invalid("no_words", NO_WORDS_OR_FILE)
        case Answered(text=text, form=form, edit=edit, amend=amend):
            if text is not None and not text.strip():
                raise Invalid("no_words", NO_WORDS_OR_FILE)
            words = [text, form, edit, amend]
        case AgentSaid(text=words):
            pass
        case Changed(settings=words):
            if (wrong := settings_misfit(words)) is not None:
                raise Invalid("bad_settings", wrong)
        case SurfaceActed(payload=words):
            pass
        case _:
            return
    if any(len(text) > TEXT_CHARACTERS for text in texts_in(words)):
        raise TooLarge("too_large", f"A message has at most {TEXT_CHARACTERS} characters.")


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
    """The answers that words are, each with the scope of its question; and each scope whose reader of words broke, with
    what it raised."""

    answers: tuple[tuple[Answered, str], ...] = ()
    faults: tuple[tuple[str, Exception], ...] = ()


NO_WORDS = ByWords()


def answer_by_words(turn: Turn, said: UserSaid, kit: Kit) -> ByWords:
    """What words answer: the one question that takes them, one whose planner knows them, a call that is held; else they
    are a new message."""
    if said.files or not isinstance(said.text, str):
        return NO_WORDS
    if (taken := takes(turn, said)) is not None:
        return ByWords(((Answered(to=taken.id, text=said.text), taken.scope),))
    return _consent_by_words(turn, said, said.text, kit) or _question_by_words(turn, said.text, kit)


def _consent_by_words(turn: Turn, said: UserSaid, text: str, kit: Kit) -> ByWords | None:
    """What words decide about the call that is held, or all those of one decision, when nothing was said since they
    were shown; None when they are about something else. What another agent says decides nothing."""
    questions = list(turn.questions.values())
    calls = [turn.calls.get(question.held or "") for question in questions]
    first = calls[0] if calls else None
    if said.channel == A2A or first is None or _said_since(turn, max(int(question.id) for question in questions)):
        return None
    assistant = kit.assistants.get(turn.scopes[first.scope].assistant)
    if assistant is None or turn.at is None or any(call is None or call.decision != first.decision for call in calls):
        return None
    passed = kit.passed(turn, first.work) if isinstance(first.work, ToolCall) else None
    if passed is None or has_blobs(first.work.args):
        return None
    args = object_at(first.work.args, passed.within) if passed.within else first.work.args
    try:
        shown, tools = (passed.spec, args), kit.specs(assistant, turn)
        heard = kit.hearing.consents(text, shown, tools, turn.at, locale_of(turn, assistant))
    except Exception as error:  # noqa: BLE001 - whatever a reader of words raises harms no message
        return ByWords(faults=((first.scope, error),))
    if isinstance(heard, bool):
        given = {"text": text, "approve": heard or None, "refuse": None if heard else True}
        return ByWords(tuple((Answered.model_validate({"to": one.id, **given}), one.scope) for one in questions))
    if heard is None or len(questions) > 1 or kit.misfit(passed.spec, heard) is not None:
        return None
    plain = {name: value for name, value in first.work.args.items() if name not in passed.beside}
    amended = {**plain, passed.within: heard} if passed.within else heard
    return ByWords(((Answered(to=questions[0].id, text=text, amend=amended), questions[0].scope),))


def _said_since(turn: Turn, seq: int) -> bool:
    """Whether an assistant said or did anything in the talk after this record: words may be about that."""
    for record in reversed(turn.scopes["/"].history):
        if record.seq <= seq:
            return False
        if isinstance(record.event, Decided) and not isinstance(record.event.action, Wait | Cancel):
            return True
    return False


def _question_by_words(turn: Turn, text: str, kit: Kit) -> ByWords:
    """The question that does not last and that free text answers all the same, because its planner knows the words for
    it; none when there is no such question, or more than one. A planner that breaks knows no words."""
    found: list[Question] = []
    faults: list[tuple[str, Exception]] = []
    for question in turn.questions.values():
        ask, scope = question.ask, turn.scopes.get(question.scope)
        if ask is None or ask.lasts or ask.form is not None or scope is None:
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
    return ByWords(((Answered(to=found[0].id, text=text), found[0].scope),), tuple(faults))


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


def tellable(event: Event, key: str | None) -> None:
    """Refuses what no conversation takes."""
    if key is not None and not 0 < len(key) <= KEY_CHARACTERS:
        raise Invalid("bad_key", f"An idempotency key has 1 to {KEY_CHARACTERS} characters.")
    limited(event)
