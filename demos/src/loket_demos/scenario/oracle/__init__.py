"""What plays the tools of a scenario."""
