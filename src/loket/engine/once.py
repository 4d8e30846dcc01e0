"""What one message of another agent began and its answer ended: in memory until then, and mostly for nobody after.

Those that stayed open until a crowd of them sent the oldest to sleep were ten kilobytes and fifty objects each: the
collector looked at all of them, and the processor had to fetch them anew to let go of them."""

from loket.engine.runs import Runs


def answered(runs: Runs, conversation: str) -> None:
    """To be called when the answer is written. If no other message ever came and nothing goes on there, the
    conversation sleeps now; who goes on with it all the same opens it, and then it stays open as others do."""
    run = runs.usable(conversation)
    if run is not None and len(run.writer.keys) == 1:
        runs.slept_at_once(run)
