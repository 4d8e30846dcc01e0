"""The frames of a reply are the same with a scripted model, over a provider's wire, from a tape, and with no model."""

from pathlib import Path

from loket.core.model import Model
from loket.models.configured import ConfiguredModel
from loket.models.providers import models_from
from tests.loopback import answering
from tests.models.wires import CHAT, KEY, SECRET
from tests.relocation.chatting import Frame, Player, chatting, check, of, types, words
from tests.relocation.model import AGENTS, HELLO, QUESTIONS, script, wire

SETUP = {"origin_country": "Brasil", "destination_country": "Portugal"}


async def asked(model: Model | None) -> dict[str, list[Frame]]:
    """The replies to all questions, each in a talk of its own."""
    async with chatting(model=model) as chat:
        return {one: await chat.say(one, system_vars=SETUP) for one in QUESTIONS}


async def test_the_frames_are_alike_whoever_decides(tmp_path: Path) -> None:
    env = {"LOKET_TAPE": "record", "LOKET_TAPES": str(tmp_path)}
    table = ConfiguredModel(model=CHAT.model, base_url="", key="secret://k")
    async with answering(wire) as provider:
        models = models_from(env, {"m": table.model_copy(update={"base_url": f"{provider.url}/v1"})}, {"k": SECRET})
        replies = {"wire": await asked(models.model())}
        await models.close()
    assert len(tapes(tmp_path)) == len(QUESTIONS), "a tape for each conversation"
    assert not any(KEY in tape for tape in tapes(tmp_path))
    replies["tape"] = await asked(models_from(env | {"LOKET_TAPE": "replay"}).model())
    replies["script"] = await asked(Player(script))
    replies["none"] = await asked(None)
    for question in QUESTIONS:
        kinds = {name: [*types(told[question]), *agents(told[question])] for name, told in replies.items()}
        assert all(one == kinds["script"] for one in kinds.values()), question
        for name, told in replies.items():
            check(told[question])
            assert agents(told[question]) == list(AGENTS.get(question, ())), (name, question)
    assert types(replies["none"][HELLO]) == ["message_start", "token", "message_end"]
    assert words(replies["wire"][HELLO]) == words(replies["tape"][HELLO]) == words(replies["script"][HELLO])


def tapes(folder: Path) -> list[str]:
    return [file.read_text("utf-8") for file in folder.iterdir()]


def agents(told: list[Frame]) -> list[str]:
    return [one["agent_name"] for one in of(told, "agent_start")]
