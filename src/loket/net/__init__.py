"""Floor 2: how we call out; every call has a deadline, a size limit and a checked address."""
