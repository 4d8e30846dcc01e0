"""Runs of scenarios against agents, with a verdict."""
