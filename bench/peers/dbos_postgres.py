"""The scripted turn as a DBOS workflow over Postgres, its usual system database."""

from dbos import DBOS

from bench.peers.dbos_sqlite import launched
from bench.peers.postgres import server
from bench.peers.worker import KILLED, run
from bench.script import Called


async def resumed(url: str, called: Called) -> None:
    """A process of the same executor id recovers what was pending when it starts."""
    async with launched(url, called):
        await (await DBOS.retrieve_workflow_async(KILLED)).get_result()


if __name__ == "__main__":
    run("dbos-postgres", ("dbos", "psycopg", "sqlalchemy"), server, launched, resumed)
