"""How a side is played: by a model or without one, one step for each trigger."""
