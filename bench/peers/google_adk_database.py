"""The agent of google_adk over DatabaseSessionService: SQLAlchemy, pooled connections to one SQLite file."""

from pathlib import Path

from google.adk.sessions import DatabaseSessionService

from bench.measure import Contender, main
from bench.peers.google_adk import opened_with

BUSY_SECONDS = 60


def service(path: Path) -> DatabaseSessionService:
    """The service with time enough to wait for the one writer SQLite allows."""
    return DatabaseSessionService(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": BUSY_SECONDS})


if __name__ == "__main__":
    main(Contender("google-adk-database", ("google-adk", "sqlalchemy", "aiosqlite"), opened_with(service)))
