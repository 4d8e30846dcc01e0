"""Floor 5: one file per wire contract; each turns messages into events and logs into answers."""
