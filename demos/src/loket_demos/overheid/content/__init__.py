"""What the assistant knows: pure functions over the data files beside this package. It knows nothing of an engine."""
