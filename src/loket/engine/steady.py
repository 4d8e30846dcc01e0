"""The process a host lives in for long: rarer garbage collections, since each stops every conversation at once."""

import gc

THRESHOLDS = (10_000, 0, 500)
"""Of the three generations. A turn makes hundreds of objects, nearly all freed by counting, and the engine no cycles.

What survives its first collection mostly lives long, so every second collection takes the middle generation along: it
is looked at before it has left the caches, and no collection takes longer than a few milliseconds."""


def steady() -> None:
    """Leaves what is loaded by now out of all collections and makes them rarer. Call it once, after wiring."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
