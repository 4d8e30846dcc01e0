"""Floor 1: the nouns everything else speaks; no clock, no randomness, no logging, no waiting."""
