"""What goes wrong on purpose between us and an agent, one fault a run, and what the agent made of it in a sentence."""
