"""Floor 4: runs conversations; the only place where records are made."""
