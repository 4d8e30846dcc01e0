"""What each provider is sent: a conversation with tools, thoughts, a schema of the answer, a choice of tool."""

from typing import Any

import pytest

from loket.core.model import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolResultPart,
)
from tests.loopback import Asked
from tests.models.wires import (
    ANTHROPIC,
    ASKED,
    CALL,
    CHAT,
    GOOGLE,
    KEY,
    ONCE,
    OTHER,
    RESPONSES,
    SIGNED,
    TOOL,
    WIRES,
    Wire,
    asking,
    heard,
)


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> Wire:
    return WIRES[request.param]


async def test_a_conversation_with_tools_is_sent_as_the_provider_wants_it(wire: Wire) -> None:
    thinking = ThinkingPart(text="A town.")
    first = (thinking, TextPart(text="I look."), CALL) if wire is not CHAT else (TextPart(text="I look."), CALL)
    answers = [first, (TextPart(text="Rain."),)]

    def answer(asked: Asked) -> bytes:
        return wire.answer(asked, *answers.pop(0), finish="stop" if not answers else "tool_calls")

    request = ASKED.model_copy(update={"tools": (TOOL,)})
    async with asking(wire, answer, thinking="low") as (model, server):
        _, ended = await heard(model, request)
        assert isinstance(ended, ModelResponse)
        (call,) = ended.tool_calls
        back = ToolResultPart(id=call.id, name=call.name, text='{"sky": "rain"}')
        later = (ModelMessage(role="assistant", parts=ended.parts), ModelMessage(role="tool", parts=(back,)))
        await model.complete(request.model_copy(update={"messages": (*ASKED.messages, *later)}))
    sent = server.asked[1]
    assert sent.headers[wire.key].removeprefix("Bearer ") == KEY and KEY not in sent.target + sent.body.decode()
    assert sent.target.startswith(wire.path)
    CHECKS[wire.model](sent.json)


def chat(body: Any) -> None:
    system, user, assistant, tool = body["messages"]
    assert (system["content"], user["content"]) == ("Be brief.", "Write a letter.")
    assert assistant["content"] == "I look." and assistant["tool_calls"][0]["id"] == "call_1"
    assert assistant["tool_calls"][0]["function"] == {"name": "weather", "arguments": '{"city":"Bern"}'}
    assert (tool["role"], tool["tool_call_id"], tool["content"]) == ("tool", "call_1", '{"sky": "rain"}')
    assert body["tools"][0]["function"]["name"] == "weather"


def responses(body: Any) -> None:
    kinds = [item.get("type", "message") for item in body["input"]]
    assert kinds[-4:] == ["reasoning", "message", "function_call", "function_call_output"], kinds
    reasoning, _, call, result = body["input"][-4:]
    assert reasoning["encrypted_content"] == SIGNED
    assert (call["call_id"], call["name"], result["call_id"]) == ("call_1", "weather", "call_1")
    assert result["output"] == '{"sky": "rain"}'


def anthropic(body: Any) -> None:
    assert "Be brief." in str(body["system"])
    user, assistant, tool = body["messages"]
    thinking, text, call = assistant["content"]
    assert (thinking["thinking"], thinking["signature"]) == ("A town.", SIGNED)
    assert text["text"] == "I look." and (call["id"], call["input"]) == ("call_1", {"city": "Bern"})
    assert tool["content"][0]["tool_use_id"] == "call_1" and '{"sky": "rain"}' in str(tool["content"][0]["content"])
    assert "cache_control" in str(body), "what repeats is kept"
    assert user["role"] == "user"


def google(body: Any) -> None:
    assert body["systemInstruction"]["parts"][0]["text"] == "Be brief."
    _, model, tool = body["contents"]
    called = next(part for part in model["parts"] if "functionCall" in part)
    assert called["functionCall"]["args"] == {"city": "Bern"} and called["thoughtSignature"] == SIGNED
    assert tool["parts"][0]["functionResponse"]["name"] == "weather"
    assert "sky" in str(tool["parts"][0]["functionResponse"]["response"])


CHECKS = {CHAT.model: chat, RESPONSES.model: responses, ANTHROPIC.model: anthropic, GOOGLE.model: google}


async def test_thoughts_of_another_model_are_not_sent_on(wire: Wire) -> None:
    other = ANTHROPIC if wire is not ANTHROPIC else GOOGLE
    parts = (ThinkingPart(text="PRIVATE THOUGHT"), TextPart(text="I look."), CALL)
    async with asking(other, lambda asked: other.answer(asked, *parts, finish="tool_calls")) as (model, _):
        first = await model.complete(ASKED.model_copy(update={"tools": (TOOL,)}))
    back = ModelMessage(role="tool", parts=(ToolResultPart(id=first.tool_calls[0].id, name="weather", text="rain"),))
    later = (*ASKED.messages, ModelMessage(role="assistant", parts=first.parts), back)
    async with asking(wire, lambda asked: wire.answer(asked, TextPart(text="Rain."))) as (model, server):
        await model.complete(ModelRequest(messages=later, tools=(TOOL,)))
    body = server.asked[0].body.decode()
    assert "PRIVATE" not in body and SIGNED not in body and "I look." in body


async def test_an_answer_by_a_schema_is_words_of_json(wire: Wire) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    request = ONCE.model_copy(update={"output": schema})
    said = '{"city": "Bern"}'

    def answer(asked: Asked) -> bytes:
        if "answer" in [tool.get("name") for tool in asked.json.get("tools", [])]:
            call = ToolCallPart(id="c", name="answer", args={"city": "Bern"})
            return wire.answer(asked, call, finish="tool_calls")
        assert "city" in asked.body.decode()
        return wire.answer(asked, TextPart(text=said))

    async with asking(wire, answer) as (model, _):
        whole = await model.complete(request)
        text, ended = await heard(model, request)
    assert isinstance(ended, ModelResponse)
    assert (whole.text, text, ended.text, ended.tool_calls) == (said, said, said, ())


@pytest.mark.parametrize("choice", ["none", "required", "weather"])
async def test_a_tool_can_be_asked_for(wire: Wire, choice: str) -> None:
    request = ONCE.model_copy(update={"tools": (TOOL, OTHER), "tool_choice": choice})
    async with asking(wire, lambda asked: wire.answer(asked, TextPart(text="x"))) as (model, server):
        await model.complete(request)
    body = server.asked[0].json
    stated = str(body.get("tool_choice") or body.get("toolConfig") or ("none" if "tools" not in body else ""))
    meant = {"none": ("none", "NONE"), "required": ("required", "any", "ANY"), "weather": ("weather",)}[choice]
    assert any(word in stated for word in meant), body
