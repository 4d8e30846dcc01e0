"""Where logs, blobs and the book live: in memory for tests and trials, in SQLite for everything else."""
