"""One file per peer: the turn of bench/floor.py written with that framework, each run in an environment of its own."""
