"""The bench of agents: scenarios played against an agent, over a wire that can go wrong on purpose, and judged."""
