"""Writes the shipped example data of the map assistant: invented plots along invented streets of real communes.

`python demos/scripts/sogis_data.py` makes the tables in its `data` anew, always the same. What is real: names and
numbers of communes, roughly where they lie, one address, and the numbers of four parcels that public documentation
uses as examples. Everything else, every boundary and every restriction, is made up."""

import csv
import hashlib
import tomllib
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from sogis_village import Village, box, laid_out, outline, road, size

from loket_demos.sogis.geo.geometry import Ring
from loket_demos.sogis.geo.lv95 import Point

HERE = Path(__file__).parent
DATA = HERE.parent / "src" / "loket_demos" / "sogis" / "data"
KNOWN = {
    ("Messen", "198"): "CH955832730623",
    ("Messen", "531"): "CH710620327442",
    ("Messen", "168"): "CH807306583219",
    ("Balm bei Messen", "168"): "CH181832067404",
}
KNOWN_ADDRESS = {("Solothurn", "Langendorfstrasse", "19b"): "623490242"}
AARE = (
    *((2594000.0, 1223900.0), (2597500.0, 1224300.0), (2600500.0, 1226300.0), (2603200.0, 1226900.0)),
    *((2605900.0, 1227300.0), (2607700.0, 1227500.0), (2609200.0, 1229500.0), (2612500.0, 1230600.0)),
)
FORESTS = (
    ((2594500, 1229000), (2599800, 1230800), (2602200, 1233600), (2598000, 1233000), (2594000, 1231000)),
    ((2603000, 1233700), (2608900, 1233300), (2611500, 1235900), (2606000, 1236200)),
    ((2598300, 1214300), (2599500, 1214000), (2599600, 1216300), (2598600, 1216900)),
    ((2601400, 1216200), (2602700, 1216000), (2602800, 1217200), (2601600, 1217300)),
)


def digits(*parts: str, size: int) -> str:
    """A number that looks like chance and is always the same."""
    return str(int(hashlib.sha256("/".join(parts).encode()).hexdigest(), 16) % 10**size).zfill(size)


def written(ring: Sequence[Point]) -> str:
    """A ring or line as one cell of a table."""
    return " ".join(f"{e:.2f},{n:.2f}" for e, n in ring)


def addresses(village: Village) -> Iterator[list[str]]:
    facts = village.facts
    for plot in village.plots:
        e, n = village.place(plot.door)
        key = (facts["name"], plot.street, plot.number)
        name = KNOWN_ADDRESS.get(key) or "6" + digits(*key, size=8)
        yield [
            name,
            plot.street,
            plot.number,
            facts["postcode"],
            facts["name"],
            village.commune,
            f"{e:.1f}",
            f"{n:.1f}",
        ]


def parcels(village: Village) -> Iterator[list[str]]:
    facts = village.facts
    identity = f"SO020000{facts['bfs']:04d}"
    for index, plot in enumerate(village.plots):
        ring = [village.place(corner) for corner in plot.corners]
        number = village.parcel_number(index)
        yield parcel(village, number, "Liegenschaft", ring, identity)
        if (facts["name"], number) in (("Messen", "198"), ("Solothurn", "1250")):
            right = "531" if facts["name"] == "Messen" else "5001"
            a, b, c, d = ring
            inner = [
                a,
                b,
                ((b[0] * 3 + c[0] * 2) / 5, (b[1] * 3 + c[1] * 2) / 5),
                ((a[0] * 3 + d[0] * 2) / 5, (a[1] * 3 + d[1] * 2) / 5),
            ]
            whole = [a, b, c, d] if right == "531" else inner
            yield parcel(village, right, "Baurecht", whole, identity)
    for row, street in enumerate(facts["streets"]):
        yield parcel(village, str(9001 + row), "Liegenschaft", road(village, street), identity)


def parcel(village: Village, number: str, kind: str, ring: Ring, identity: str) -> list[str]:
    egrid = KNOWN.get((village.facts["name"], number)) or "CH" + digits(village.facts["name"], number, size=12)
    return [
        egrid,
        number,
        village.facts["name"],
        village.commune,
        str(village.facts["bfs"]),
        identity,
        kind,
        written(ring),
    ]


def zones(village: Village, cell: Ring) -> Iterator[list[str]]:
    """Restrictions, bore zones and nature: convex areas, the later ones of a theme over the earlier."""
    name = village.commune
    u, v = size(village)
    third = 2 * v / 3
    strips = (("W2", "Wohnzone W2", -v - 20), ("K", "Kernzone", -v + third), ("W3", "Wohnzone W3", -v + 2 * third))
    for code, label, low in strips:
        high = v + 20 if code == "W3" else low + third + (20 if code == "W2" else 0)
        ring = box(village, -u - 15, low, u + 15, high)
        yield ["landuse", code, label, name, "inForce", written(ring)]
        level = ("II", "Empfindlichkeitsstufe II") if code != "K" else ("III", "Empfindlichkeitsstufe III")
        yield ["noise", *level, name, "inForce", written(ring)]
    wells = (("S3", -u - 15, -u * 0.62), ("S2", -u * 0.62, -u * 0.48), ("S1", -u * 0.48, -u * 0.42))
    for code, left, right in wells:
        ring = box(village, left, -v - 15, right, -v + third * 0.8)
        yield ["water", code, f"Grundwasserschutzzone {code}", name, "inForce", written(ring)]
    area = box(village, u * 0.4, -v - 260, u * 0.9, -v - 60)
    yield ["water_area", "A", "Grundwasserschutzareal", name, "inForce", written(area)]
    dump = box(village, u * 0.55, v * 0.3, u * 0.8, v * 0.3 + 70)
    yield ["contaminated", "B", "Belasteter Standort, überwachungsbedürftig", name, "inForce", written(dump)]
    plan = box(village, u * 0.1, v * 0.72, u * 0.3, v + 15)
    yield ["planning", "PZ", "Planungszone (in Auflage)", name, "changeWithoutPreEffect", written(plan)]
    forest = box(village, -u - 15, v - 12, u * 0.2, v + 180)
    yield ["forest", "W", "Wald mit statischer Waldgrenze", name, "inForce", written(forest)]
    corridor = box(village, -u - 700, v + 60, u + 700, v + 320)
    yield ["wildlife", "SO", "Wildtierkorridor von regionaler Bedeutung", name, "inForce", written(corridor)]
    reserve = box(village, u * 0.5, v + 80, u + 200, v + 260)
    yield ["nature", "KNR", "Kantonales Naturreservat", name, "inForce", written(reserve)]
    quarry = box(village, u + 120, -60, u + 330, 130)
    yield ["quarry", "KIES", "Kiesabbau in Betrieb", name, "inForce", written(quarry)]
    yield ["bore", "250", "zulässig", name, "inForce", written(cell)]
    yield ["bore", "120", "mit Tiefenbeschränkung", name, "inForce", written(box(village, u * 0.3, -v - 20, u + 60, 0))]
    no = box(village, -u - 15, -v - 15, -u * 0.42, -v + third * 0.8)
    yield ["bore", "0", "nicht zulässig", name, "inForce", written(no)]


def background(villages: Sequence[Village]) -> Iterator[list[str]]:
    """What a map needs to look like one: roads, the river, woods."""
    for village in villages:
        u, v = size(village)
        for street in village.facts["streets"]:
            plots = [plot for plot in village.plots if plot.street == street]
            axis = (plots[0].corners[0][1] + plots[-1].corners[0][1]) / 2
            ends = sorted({c[0] for plot in plots for c in plot.corners})
            points = [-u - 12, *ends[::4], u + 12]
            yield ["street", street, village.commune, written([village.place((p, axis)) for p in points])]
        for side in (-1, 1):
            line = [village.place((side * (u + 12), step * v / 4)) for step in range(-4, 5)]
            yield ["street", "", village.commune, written(line)]
    near = (("Grenchen", "Bellach"), ("Bellach", "Solothurn"), ("Solothurn", "Zuchwil"), ("Langendorf", "Oberdorf"))
    near += (("Solothurn", "Langendorf"), ("Solothurn", "Rüttenen"), ("Rüttenen", "Balm bei Günsberg"))
    near += (("Messen", "Balm bei Messen"), ("Niederbuchsiten", "Oberbuchsiten"))
    centres = {village.facts["name"]: village.centre for village in villages}
    for one, other in near:
        yield ["road", f"{one}–{other}", "", written([centres[one], centres[other]])]
    yield ["river", "Aare", "", written(AARE)]
    for ring in FORESTS:
        yield ["wood", "", "", written([(float(e), float(n)) for e, n in ring])]


def main() -> None:
    """Writes the tables."""
    villages = [
        laid_out(facts) for facts in tomllib.loads((HERE / "sogis_villages.toml").read_text("utf-8"))["village"]
    ]
    cells = {village.facts["name"]: outline(village, villages) for village in villages}
    communes = [
        [
            str(village.facts["bfs"]),
            village.facts["name"],
            village.facts["postcode"],
            village.commune,
            written(cells[village.facts["name"]]),
        ]
        for village in villages
    ]
    tables: dict[str, tuple[str, list[list[str]]]] = {
        "communes": ("bfs name postcode commune ring", communes),
        "addresses": (
            "id street number postcode place commune e n",
            list(chain.from_iterable(map(addresses, villages))),
        ),
        "parcels": (
            "egrid number register commune bfs nbident kind ring",
            list(chain.from_iterable(map(parcels, villages))),
        ),
        "zones": (
            "theme code label commune status ring",
            [row for v in villages for row in zones(v, cells[v.facts["name"]])],
        ),
        "background": ("kind name commune line", list(background(villages))),
    }
    for name, (columns, rows) in tables.items():
        if name == "parcels" and len({row[0] for row in rows}) != len(rows):
            raise SystemExit("two parcels have one EGRID")
        with (DATA / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([columns.split(), *rows])


if __name__ == "__main__":
    main()
