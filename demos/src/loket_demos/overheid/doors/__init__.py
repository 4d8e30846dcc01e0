"""The wire that the mission's own pages speak."""
