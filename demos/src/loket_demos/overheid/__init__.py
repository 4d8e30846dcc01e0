"""The assistant for Dutch allowances (toeslagen) and objections (bezwaar)."""
