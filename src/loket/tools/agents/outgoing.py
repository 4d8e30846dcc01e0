"""What is sent to an agent: the message that a request becomes, and where it belongs."""

import uuid
from dataclasses import replace

from loket.core.data import FileRef, JsonObject
from loket.core.events import TaskOpened
from loket.core.tool import CallContext, ToolFailed
from loket.net.client import origin
from loket.tools.agents.card import AgentCard
from loket.tools.agents.dialect import Interface
from loket.tools.agents.directory import KnownAgent
from loket.tools.agents.request import AgentRequest, fitted
from loket.tools.agents.sending import Outgoing, OutgoingFile

CONTEXTS = uuid.UUID("6f1d5a9e-7b0c-5d6e-9a41-1c2b7e0f3a58")
"""Of the ids of contexts that we choose: one for each message, always the same for the same one."""


def vouched_for(base: str) -> KnownAgent:
    """An agent without a card that the operator vouches for; it is asked in the form of the mission."""
    where = base.strip().rstrip("/")
    ways = (Interface(where, "0.1", "bare"),)
    card = AgentCard(name=origin(base), url=where, interfaces=ways, raw={})
    return KnownAgent(whose=origin(base), url="", card=card, digest=card.digest)


async def message_of(
    request: AgentRequest, known: KnownAgent, context: CallContext, earlier: TaskOpened | None
) -> tuple[Outgoing, list[str]]:
    """What is sent. Raises ToolFailed when the parameters do not fit, or a file is not there; then nothing is."""
    skill, notes = fitted(request, known.card)
    given = (request.parameters or {}) if skill is not None else {}
    text = request.contextual_query_text or (skill or "")
    about = (earlier.context or "") if earlier is not None else request.context_id
    files = tuple([await _file(ref, context) for ref in context.sends])
    message = Outgoing(context.key, text, None, request.task_id, about, files=files, values=given)
    if skill is not None and request.parameters is not None and _takes_data(known.card, skill, given):
        return replace(message, data={"skill_id": skill, "parameters": given}), notes
    return message.in_words() or message, notes


def _takes_data(card: AgentCard, skill: str, given: JsonObject) -> bool:
    """Whether a data part is wanted: the card tells the schema of the skill, or that JSON is taken, when there is any.
    In the form of the mission, and where a card lists bare names, data is how a skill is named."""
    listed = card.skill(skill)
    if listed is None or listed.parameters or any(way.binding == "bare" for way in card.interfaces[:1]):
        return True
    return bool(given) and listed.takes_data


async def _file(ref: FileRef, context: CallContext) -> OutgoingFile:
    if ref.blob is None:
        return OutgoingFile(ref.name, ref.media, uri=ref.uri or "")
    return OutgoingFile(ref.name, ref.media, await context.file(ref))


def in_context(message: Outgoing, way: Interface) -> Outgoing:
    """With a context of our own where tasks can be listed by it, so that an answer we never got can be looked for."""
    if message.context or message.task or way.dialect != "1.0":
        return message
    chosen = str(uuid.uuid5(CONTEXTS, message.id))
    return replace(message, context=chosen)


def with_login(failed: ToolFailed, known: KnownAgent) -> ToolFailed:
    """Says how the agent wants to be logged in to, so that somebody can configure it."""
    wanted = ", ".join(f"{scheme['name']} ({scheme['type']})" for scheme in known.card.schemes)
    if failed.code != "needs_credentials" or not wanted:
        return failed
    return ToolFailed(failed.code, f"{failed.text} Its card asks for {wanted}.", failed.value)
