"""Clients of other people against all our agents: what somebody at the other end reads."""
