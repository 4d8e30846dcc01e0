"""A bike repair shop on Loket, in a package of its own."""
