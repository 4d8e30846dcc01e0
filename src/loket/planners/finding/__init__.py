"""The planner that finds agents it has never seen, and asks them."""
