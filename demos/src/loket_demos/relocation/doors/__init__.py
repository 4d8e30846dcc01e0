"""The wire of the mission: the chat with its frames, and what there is about countries."""
