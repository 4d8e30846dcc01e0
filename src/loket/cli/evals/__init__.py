"""Measuring assistants: whole talks with what is expected of them, and how well the skills planner reads messages."""
