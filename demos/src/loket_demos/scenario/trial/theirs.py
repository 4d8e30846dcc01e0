"""What the other side has of a trial in a log of its own: the messages of ours that it got, each as often as it has
it. Our simulated side shows its records; an agent of others is asked for the history of its tasks."""

from collections import Counter
from dataclasses import dataclass, field

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.outside import A2A
from loket.core.shapes import is_object, list_at, text_at
from loket_demos.scenario.trial.exchange import Cut, WireExchange, by_agent, result_of, task_in, words_of
from loket_demos.scenario.trial.server import OwnServer
from loket_demos.scenario.trial.wire import TrialWire


@dataclass
class TheirLog:
    """`ids` counts our messages by the ids we gave them, `words` by what they say; `told` is False when the other side
    shows no log."""

    told: bool = False
    ids: Counter[str] = field(default_factory=Counter[str])
    words: Counter[str] = field(default_factory=Counter[str])

    def add(self, id: str, words: str) -> None:
        """One message of ours that it has."""
        self.told = True
        self.ids[id] += 1
        self.words[words] += 1


async def their_log(wire: TrialWire, others: OwnServer | None) -> TheirLog:
    """What the other side has of all tasks of this wire; `others` is the server of our simulated side."""
    sends = [one for one in wire.exchanges if one.request.sends and not one.probe]
    tasks = {task: one for one in sends for frame in one.heard if (task := task_in(frame))}
    log = TheirLog()
    for task, sent in tasks.items():
        try:
            if others is not None:
                await _of_ours(log, others, task)
            else:
                await _of_theirs(log, wire, task, sent)
        except (LoketError, Cut):
            continue  # it does not show it, or not to its end
    return log


async def _of_ours(log: TheirLog, others: OwnServer, task: str) -> None:
    conversation = task.partition("-")[0]
    page = await others.asked("GET", f"/api/conversations/{conversation}/events?limit=1000")
    for record in page["items"]:
        key, event = str(record.get("key") or ""), record["event"]
        if key.startswith(f"{A2A}:") and event["kind"] in ("user_said", "answered"):
            log.add(key.rpartition(":")[2], text_at(event, "text"))


async def _of_theirs(log: TheirLog, wire: TrialWire, task: str, sent: WireExchange) -> None:
    method = text_at(sent.request.content, "method")
    if not method:
        return
    content: JsonObject = {
        **sent.request.content,
        "method": "GetTask" if method[0].isupper() else "tasks/get",
        "params": {"id": task},
    }
    looked = await wire.ask(sent.request.with_content(content))
    for frame in looked.heard:
        for message in list_at(result_of(frame), "history"):
            if is_object(message) and not by_agent(message):
                log.add(text_at(message, "messageId"), words_of(message))
