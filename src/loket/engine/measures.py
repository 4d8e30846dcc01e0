"""What this process has under way and has done, counted when somebody who watches over it asks."""

from dataclasses import dataclass

from loket.engine.runs import Runs


@dataclass(frozen=True, slots=True)
class Measures:
    """Of one moment: conversations open here; watchers, and the records the last of them has still to be sent; records
    that wait for their commit; thoughts and calls under way. Since the start: records committed here, and conversations
    that went on here with what was under way elsewhere, or in an earlier life of the process."""

    owned: int
    watchers: int
    lag: int
    queue: int
    thoughts: int
    calls: int
    stored: int
    moved: int


def measures(runs: Runs) -> Measures:
    """Takes a step for each open conversation and each watcher."""
    open = list(runs.open.values())
    feeds = [run.writer.feed for run in open]
    works = [run.works for run in open]
    return Measures(
        owned=len(open),
        watchers=sum(len(feed.watching) for feed in feeds),
        lag=max((feed.committed - place.seen for feed in feeds for place in feed.watching), default=0),
        queue=sum(run.writer.queued for run in open),
        thoughts=sum(thoughts for thoughts, _ in works),
        calls=sum(calls for _, calls in works),
        stored=runs.stored + sum(feed.committed - feed.before for feed in feeds),
        moved=runs.moved,
    )
