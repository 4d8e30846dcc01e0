"""Looks whether anybody's agent keeps what its card and the protocol promise."""
