"""What a model was asked for a decision, made anew from the records before it."""

from dataclasses import replace

from loket.core.errors import Invalid
from loket.core.events import Decided
from loket.core.model import ModelRequest
from loket.core.planner import Prompting
from loket.core.ports import Store
from loket.core.record import Record
from loket.engine.kit import Kit
from loket.engine.pages import record_at, records
from loket.engine.recall import Recall
from loket.engine.situations import situation_of, whole
from loket.views.turn import Turn


async def request_of(kit: Kit, store: Store, conversation: str, seq: int) -> ModelRequest:
    """The request of one decision, as the assistants that are served now make it. Invalid `no_prompt` for none."""
    record = await record_at(store, conversation, seq)
    if record is None or not isinstance(record.event, Decided):
        raise Invalid("no_prompt", f"Record {seq} is no decision: there is nothing that was asked for it.")
    turn, taken = Turn(), list[Record]()
    async for earlier in records(store, conversation):
        if earlier.seq >= seq:
            break
        turn.apply(earlier)
        if earlier.seq in record.event.took:
            taken.append(earlier)
    scope = turn.scopes.get(record.scope)
    planner = None if scope is None else kit.planners.get(scope.assistant)
    if scope is None or planner is None:
        name = "of it" if scope is None else scope.assistant
        raise Invalid("no_prompt", f"Decision {seq} can't be looked into: the assistant {name} is not served here.")
    if not taken or not isinstance(planner, Prompting):
        raise Invalid("no_prompt", f"Decision {seq} asked no model: it was made by rules.")
    entry = await store.entry(conversation)
    plain = situation_of(kit, turn, scope, tuple(taken), (conversation, entry.owner if entry else ""))
    situation = await whole(Recall(store, conversation), scope, plain)
    return planner.request(replace(situation, conversation=conversation, summary=record.event.summary))
