"""The process a host lives in for long: rarer garbage collections, since each stops every conversation at once."""

import gc

THRESHOLDS = (10_000, 20, 50)
"""Of the three generations. A turn makes hundreds of objects, nearly all freed by counting; cycles are few."""


def steady() -> None:
    """Leaves what is loaded by now out of all collections and makes them rarer. Call it once, after wiring."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
