"""Extensions of A2A that both our agents and our calls of agents know."""

ONCE = "urn:loket:a2a:once:1"
"""A message whose id came before is that message, and nothing is done twice: who does not know whether one arrived may
send it again as it was."""
