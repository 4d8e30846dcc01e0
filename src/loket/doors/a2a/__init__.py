"""Our assistants as agents of A2A, in three versions and on three bindings; tasks are views of the log."""
