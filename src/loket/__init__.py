"""Loket: a counter for conversations with people, agents and tools, kept as one log with a reason for every step."""

__version__ = "0.1.0"
