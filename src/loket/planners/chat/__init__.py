"""Planners that ask a language model, and go on without it when it fails."""
