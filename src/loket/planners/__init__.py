"""Floor 3: the ways of thinking; all give the same Decision."""
