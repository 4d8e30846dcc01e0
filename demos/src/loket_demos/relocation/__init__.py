"""An orchestrator and its specialists, about moving to another country: dated facts, never advice."""
