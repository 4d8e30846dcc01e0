"""An assistant one speaks with in words: says, asks, calls and finds, as the first word of a message wants."""

from loket.core.actions import Ask, Call, Choice, Decision, Say, Task, ToolCall, Wants
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import Answered, Opened, Returned, SurfaceActed, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.house.bundle import AGENT_TOOLS, Bundle, Services
from loket.tools.function import FunctionTool

FIND = AGENT_TOOLS[1]
SEND = "send_letter"
FORM: JsonObject = {
    "type": "object",
    "properties": {
        "age": {"type": "integer", "title": "Age", "description": "In whole years."},
        "group": {"enum": ["lions", "owls"]},
    },
    "required": ["age"],
}
FOUND: JsonObject = {
    "status": "success",
    "agent_name": "Invented Bakery Agent",
    "agent_description": "Bakes what you ask. <img src=x onerror=alert(1)>",
    "tasking_base_url": "https://bakery.example",
    "available_skills": [
        {
            "id": "bake",
            "name": "Bake",
            "description": "Bakes loaves.",
            "parameters_schema": FORM,
            "tags": ["bread"],
            "examples": ["Bake two loaves"],
        },
        {"id": "chat", "name": "Chat", "description": "Talks.", "parameters_schema": None},
    ],
    "version": "2",
    "card_url": "https://bakery.example/.well-known/agent-card.json",
    "spoken": ["1.0 JSON-RPC"],
    "streaming": True,
    "login": ["key apiKey"],
    "digest": "ab" * 32,
    "pin": {"state": "changed", "since": "2026-11-01T10:00:00+00:00", "agreed": False},
    "differences": [
        {"what": "skills/bake/description", "was": "Bakes bread.", "now": "Bakes loaves."},
        {"what": "version", "was": "1", "now": ""},
    ],
    "other_origin": "https://ovens.example",
    "confirmation_needed": ["changed_card", "other_origin"],
    "signature": {"state": "partly", "kid": "k", "key": "cd" * 32, "source": "site", "unsigned": ["skills/1/name"]},
    "warnings": ["chat has no examples.", "Something new is odd."],
    "oddities": [{"code": "skill_no_examples", "about": "chat", "other": ""}],
}
TALKER = AssistantSpec(
    name="talker",
    title="Helper in words",
    summary="Answers in words.",
    locale="en",
    planner="scripted",
    tools=(FIND, SEND),
    starters=("say hello", "choose something"),
)


class Talker:
    """Decides by the first word of what came last."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The next thing to do."""
        match situation.woke[-1].event:
            case UserSaid(text=text):
                return self._heard(text_of(text))
            case Answered() as answer:
                given = answer.choice or answer.text or answer.form
                return Decision(reasoning="It was answered.", action=Say(text=f"You answered {given}."))
            case Opened():
                return Decision(reasoning="It is a small question.", action=Say(text="Everybody likes bread."))
            case Returned(ok=True):
                return Decision(reasoning="It was found.", step="answer", action=Say(text="I found an agent."))
            case SurfaceActed(name="agent/connect", payload=payload):
                return self._find(str(payload.get("url")))
            case SurfaceActed(name=name, payload=payload):
                said = f"{name} {payload.get('skill_id')} {payload.get('parameters')} {payload.get('text', '')}"
                return Decision(reasoning="It was asked on the page.", action=Say(text=said))
            case _:
                return Decision(reasoning="It did not work.", action=Say(text="That did not work."))

    def _heard(self, text: str) -> Decision:
        match text.split()[0]:
            case "choose":
                choices = (Choice(id="a", label="Apples", detail="red"), Choice(id="b", label="Pears"))
                return Decision(reasoning="Two fit.", action=Ask(text="Which one?", choices=choices))
            case "form":
                return Decision(reasoning="More is needed.", action=Ask(text="Who is it for?", form=FORM))
            case "break":
                raise RuntimeError(f"a bug that quotes {text}")
            case "find":
                return self._find("https://bakery.example")
            case "crash":
                raise RuntimeError("a mistake of the planner")
            case "send":
                call = ToolCall(id="post", tool=SEND, args={"letter": text_of(text)})
                return Decision(reasoning="It was asked for.", step="send", action=Call(calls=(call,)))
            case "two":
                calls = tuple(ToolCall(id=id, tool=SEND, args={"letter": f"to {id}"}) for id in ("ann", "bob"))
                return Decision(reasoning="It goes to two people.", step="send", action=Call(calls=calls))
            case "both":
                look = ToolCall(id="look", tool=FIND, args={"target_url": "https://bakery.example"})
                post = ToolCall(id="post", tool=SEND, args={"letter": text_of(text)})
                ask = Task(id="ask", intent="Ask around", to=TALKER.name)
                together = Call(calls=(look, post, ask), text="I look for a baker, I ask around and I write a letter.")
                return Decision(reasoning="It is three things at once.", step="both", action=together)
            case "offer":
                choices = (Choice(id="yes", label="Yes, send it"), Choice(id="no", label="No"))
                wants = Wants(skill="send", slots={"letter": text_of(text)})
                ask = Ask(text="Shall I send it?", choices=choices, wants=wants)
                return Decision(reasoning="It changes something.", step="confirm", action=ask)
            case "book":
                slots: JsonObject = {"people": 12, "day": "2030-03-20", "hidden": "a note of its own"}
                wants = Wants(skill="book", slots=slots, missing=("room",))
                ask = Ask(text="In which room? So far I have: people: 12, day: 20 March 2030.", wants=wants)
                return Decision(reasoning="More is needed.", action=ask)
            case _:
                return Decision(reasoning="It can be answered at once.", action=Say(text=f"You said: {text}"))

    def _find(self, url: str) -> Decision:
        call = ToolCall(id="look", tool=FIND, args={"target_url": url})
        return Decision(reasoning="Somebody else knows.", step="discover", action=Call(calls=(call,)))


def bundle(services: Services) -> Bundle:
    """The helper and its two tools."""

    def find(args: JsonObject) -> Json:
        return dict(FOUND)

    def send(args: JsonObject) -> Json:
        return {"sent": True}

    schema: JsonObject = {"type": "object", "properties": {"target_url": {"type": "string"}}}
    letter: JsonObject = {"type": "object", "properties": {"letter": {"type": "string"}}}
    look = FunctionTool(ToolSpec(name=FIND, title="Look for an agent", input=schema, read_only=True), find)
    post = FunctionTool(ToolSpec(name=SEND, title="Send a letter", input=letter, destructive=True), send)
    return Bundle(name=TALKER.name, assistants=(TALKER,), planners={TALKER.name: Talker()}, inner=(look, post))
