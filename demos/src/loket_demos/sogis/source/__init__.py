"""Where facts about places come from: one port, data that is shipped, and the services of the canton."""
