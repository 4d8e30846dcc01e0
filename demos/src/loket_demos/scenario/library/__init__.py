"""The scenarios there are."""
