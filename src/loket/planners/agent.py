"""The planner of an assistant that is an agent of others: it passes on what it is asked, and the agent's questions to
the person. The agent speaks AG-UI."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from loket.core.actions import Action, Call, Decision, Done, Say, ToolCall, Wait
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import Answered, FileAdded, Opened, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.views.agui_thread import ANSWER, APPROVE, ASK, AguiThread, threads_of

_SENTENCES = {
    "en": {"asks": "I need an answer before I can go on.", "closed": "That was not asked any more.", "none": "Done."},
    "nl": {
        "asks": "Ik heb een antwoord nodig voordat ik verder kan.",
        "closed": "Dat werd niet meer gevraagd.",
        "none": "Klaar.",
    },
    "de": {
        "asks": "Ich brauche eine Antwort, bevor ich weitermachen kann.",
        "closed": "Danach wurde nicht mehr gefragt.",
        "none": "Fertig.",
    },
    "pt": {
        "asks": "Preciso de uma resposta antes de continuar.",
        "closed": "Isso já não era perguntado.",
        "none": "Pronto.",
    },
}


@dataclass(frozen=True)
class AgentPlanner:
    """`agent` is the name of the agent in loket.toml. A task is a thread with it, and so is a talk. What it wants
    approved is a held call, what else it asks a question; when all is answered it is told so, and goes on."""

    agent: str

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision: to pass something on, in one of the two directions."""
        thread = next(reversed(threads_of(situation.history, self.agent).values()), None)
        back = [record.event for record in situation.woke if isinstance(record.event, Returned)]
        asks = situation.tools.get(f"{self.agent}.{ASK}")
        takes = asks is not None and "files" in object_at(asks.input, "properties")
        if wanted := "\n\n".join(_wanted(situation, takes)):
            args: JsonObject = {"text": wanted, "thread": thread.id if thread is not None else "new"}
            args |= {"files": files} if takes and (files := list(_files(situation))) else {}
            return Decision(reasoning=f"{self.agent} is asked.", action=self._calls(ASK, [args]))
        if thread is not None and thread.interrupts:
            return self._asks(thread, situation)
        if back:
            return Decision(reasoning=f"{self.agent} has ended its run.", action=_ended(back[-1], situation))
        if any(isinstance(record.event, Answered) for record in situation.woke):
            return Decision(reasoning="Its question was closed.", action=Say(text=_sentence("closed", situation)))
        return Decision(reasoning="Nothing is asked.", action=Wait(why="for the next message"))

    def _asks(self, thread: AguiThread, situation: Situation) -> Decision:
        """The next thing that the agent needs: a person's word, or the answers once they are all there."""
        if not thread.unasked:
            args: JsonObject = {"thread": thread.id, "answers": thread.answers}
            return Decision(reasoning=f"{self.agent} is given the answers.", action=self._calls(ANSWER, [args]))
        consents = [one for one in thread.unasked if one.consent]
        if consents:
            held = [
                {"question": one.message, "call": one.call, "args": one.args, "thread": thread.id, "interrupt": one.id}
                for one in consents
            ]
            return Decision(reasoning=f"{self.agent} wants something approved.", action=self._calls(APPROVE, held))
        in_task = situation.task is not None  # a talk goes on with what its person says next
        question = thread.unasked[0].question(_sentence("asks", situation), lasts=in_task)
        return Decision(reasoning=f"{self.agent} asks something.", action=question)

    def _calls(self, tool: str, args: Iterable[JsonObject]) -> Call:
        calls = [ToolCall(id=f"{tool}{at}", tool=f"{self.agent}.{tool}", args=one) for at, one in enumerate(args, 1)]
        return Call(calls=tuple(calls))


def _files(situation: Situation) -> Iterable[str]:
    """The names of what goes along: what came with words, and what a task names."""
    for record in situation.woke:
        match record.event:
            case UserSaid(files=files):
                yield from (file.name for file in files)
            case FileAdded(ref=file, private=False):
                yield file.name
            case Opened(task=task):
                yield from (str(name) for name in list_at(task.args, "files"))
            case _:
                pass


def _wanted(situation: Situation, takes: bool) -> Iterable[str]:
    """What it is newly asked; `takes`: files go along, and are not asked in words."""
    for record in situation.woke:
        match record.event:
            case UserSaid(text=text):
                yield text_of(text) or "…"
            case Opened(task=task):
                args = {name: value for name, value in task.args.items() if name != "files" or not takes}
                yield "\n\n".join(filter(None, (task.task or task.intent, _json(args) if args else "")))
                needs = [one.event for one in situation.needed if isinstance(one.event, Returned)]
                yield from (_json(one.value) for one in needs)
            case _:
                pass


def _ended(back: Returned, situation: Situation) -> Action:
    """The end of a run: its words, or why there are none."""
    if not back.ok:
        text = back.text or back.code or ""
        return Done(outcome="failure", summary=text) if situation.task is not None else Say(text=text)
    text, value = text_at(back.value, "text"), back.value.get("result") if is_object(back.value) else None
    if value is None or situation.task is None:
        shown = text or (_sentence("none", situation) if value is None else _json(value))
        return Say(text=shown)
    return Done(summary=text or _json(value), value=value)


def _json(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _sentence(key: str, situation: Situation) -> str:
    return _SENTENCES.get(situation.locale.partition("-")[0].lower(), _SENTENCES["en"])[key]
