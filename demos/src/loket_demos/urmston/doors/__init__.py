"""The chat of the personal assistant, and the tasks and the small site of the club's agent."""
