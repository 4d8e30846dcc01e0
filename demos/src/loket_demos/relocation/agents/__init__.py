"""Who answers: the orchestrator and the specialists it delegates to."""
