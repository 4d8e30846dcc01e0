"""A base in memory that answers the service's own wire over HTTP: pages of records, formulas, upserts, refusals."""

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from loket_demos.urmston.club.rows import shipped
from tests.loopback import Asked, reply

KEY, BASE = "patInvented.123", "appInvented"
PAGE = 100
NUMBERS = ("capacity", "registered", "waiting_list", "week", "home_score", "away_score")
_EQUALS = re.compile(r"(LOWER\()?\{(?P<field>\w+)\}\)?='(?P<value>(?:[^'\\]|\\.)*)'")


def _typed(row: dict[str, str]) -> dict[str, Any]:
    """Numbers are numbers there, several choices are lists, and empty cells are left out."""
    typed: dict[str, Any] = {name: int(v) if name in NUMBERS else v for name, v in row.items() if v != ""}
    if "positions" in typed:
        typed["positions"] = typed["positions"].split(";")
    return typed


class Base:
    """The tables, and how often each was asked for. `status`: refuses everything with it."""

    def __init__(self) -> None:
        names = {"Teams": "teams", "Fixtures": "fixtures", "Registrations": "registrations"}
        rows = {table: [_typed(row) for row in shipped(name)] for table, name in names.items()}
        self.tables: dict[str, list[dict[str, Any]]] = {**rows, "Reports": []}
        self.status = 0
        self.asked: list[str] = []

    def answer(self, asked: Asked) -> bytes:
        if self.status:
            return reply({"error": {"type": "REFUSED", "message": "no"}}, self.status)
        assert asked.headers["authorization"] == f"Bearer {KEY}"
        url = urlsplit(asked.target)
        _, version, base, table = url.path.split("/")
        assert (version, base) == ("v0", BASE)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        self.asked.append(unquote(table))
        if asked.method == "GET":
            return reply(self._page(table, query))
        assert asked.method == "PATCH"
        return reply(self._upserted(table, asked.json))

    def _page(self, table: str, query: dict[str, str]) -> dict[str, Any]:
        rows = [row for row in self.tables[table] if self._fits(row, query.get("filterByFormula", ""))]
        rows = rows[: int(query.get("maxRecords", len(rows)))]
        start = int(query.get("offset", "0"))
        kept = (query["fields[]"],) if "fields[]" in query else None
        records = [
            {
                "id": f"rec{start + n:014}",
                "createdTime": "2026-09-01T00:00:00.000Z",
                "fields": row if kept is None else {name: row[name] for name in kept if name in row},
            }
            for n, row in enumerate(rows[start : start + PAGE])
        ]
        return {"records": records} | ({"offset": str(start + PAGE)} if start + PAGE < len(rows) else {})

    def _fits(self, row: dict[str, Any], formula: str) -> bool:
        asked = list(_EQUALS.finditer(formula))
        assert bool(formula) == bool(asked)
        return all(
            (str(row[one["field"]]).lower() if one[1] else str(row[one["field"]])) == one["value"].replace("\\'", "'")
            for one in asked
        )

    def _upserted(self, table: str, body: dict[str, Any]) -> dict[str, Any]:
        assert body["performUpsert"] == {"fieldsToMergeOn": ["ticket"]}
        rows, made = self.tables[table], []
        for record in body["records"]:
            fields = record["fields"]
            rows[:] = [row for row in rows if row["ticket"] != fields["ticket"]] + [fields]
            made.append({"id": "rec00000000000001", "createdTime": "2026-09-01T00:00:00.000Z", "fields": fields})
        return {"records": made, "createdRecords": ["rec00000000000001"], "updatedRecords": []}
