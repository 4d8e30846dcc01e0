"""The agent of agno_sqlite with checkpoint "tool-batch": the run is stored after each batch of tools as well."""

from bench.measure import Contender, main
from bench.peers.agno_sqlite import stored

if __name__ == "__main__":
    main(Contender("agno-checkpoint", ("agno", "sqlalchemy"), stored("tool-batch")))
