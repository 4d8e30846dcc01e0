"""The documents of a run."""
