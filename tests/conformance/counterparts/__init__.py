"""Agents made with other people's libraries, each of which plays one side of a scenario over its own server."""
