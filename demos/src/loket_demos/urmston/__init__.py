"""A personal assistant that finds the agents it needs by itself, and a football club's agent to be found."""
