"""The StateGraph of langgraph_sqlite, stored only when the turn ends: less to write, nothing to resume from."""

from bench.measure import Contender, main
from bench.peers.langgraph_sqlite import stored

if __name__ == "__main__":
    main(Contender("langgraph-exit", ("langgraph", "langgraph-checkpoint-sqlite"), stored("exit")))
