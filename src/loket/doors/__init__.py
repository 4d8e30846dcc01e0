"""Floor 5: each door translates one wire contract into events and views."""
