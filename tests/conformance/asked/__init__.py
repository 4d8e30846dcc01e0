"""Agents that others' libraries make, found and asked by us."""
