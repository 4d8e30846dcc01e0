"""The shipped data: small, whole, and with everything the examples of the map assistant speak of."""

import ast
import re
import string
from collections import Counter
from pathlib import Path

import pytest

from loket_demos.sogis.geo.geometry import clipped, in_ring, polygon, ring_area
from loket_demos.sogis.geo.lv95 import inside
from loket_demos.sogis.planner_words import vocabulary
from loket_demos.sogis.search.spelling import spelling
from loket_demos.sogis.source.bundled import BundledSource
from loket_demos.sogis.source.known import commune, communes_first, communes_last, postcode
from loket_demos.sogis.source.port import GeoFailed
from loket_demos.sogis.source.shipped import ROOM, TABLES, edition, layers, ring, rows, themes
from loket_demos.sogis.texts import FALLBACK, languages, say


def test_it_is_small() -> None:
    tables = sum(len((ROOM / f"{table}.csv").read_bytes()) for table in TABLES)
    assert tables < 1_000_000


def test_every_point_lies_in_switzerland() -> None:
    for row in rows("addresses"):
        assert inside((float(row["e"]), float(row["n"])))
    for table in ("communes", "parcels", "zones"):
        assert all(inside(point) for row in rows(table) for point in ring(row["ring"]))


def test_every_address_lies_in_one_parcel_of_its_commune() -> None:
    parcels = [(ring(row["ring"]), row["commune"]) for row in rows("parcels") if row["kind"] == "Liegenschaft"]
    for row in list(rows("addresses"))[::7]:
        point = (float(row["e"]), float(row["n"]))
        assert [commune for area, commune in parcels if in_ring(area, point)] == [row["commune"]]


def test_parcels_have_their_own_numbers_and_hardly_overlap() -> None:
    listed = list(rows("parcels"))
    assert all(re.fullmatch(r"CH\d{12}", row["egrid"]) for row in listed)
    assert max(Counter(row["egrid"] for row in listed).values()) == 1
    assert max(Counter((row["register"], row["number"]) for row in listed).values()) == 1
    near = [ring(row["ring"]) for row in listed if row["register"] == "Messen" and row["kind"] == "Liegenschaft"][:60]
    for at, one in enumerate(near):
        assert all(abs(ring_area(clipped(one, other))) < 5 for other in near[:at])


def test_zones_are_convex_so_that_they_may_cut() -> None:
    for row in rows("zones"):
        area = ring(row["ring"])
        assert abs(abs(ring_area(clipped(area, area))) - abs(ring_area(area))) < 1, row["label"]
        assert polygon(area)["type"] == "Polygon"


def test_catalogues_speak_of_what_there_is() -> None:
    drawn = {row["theme"] for row in rows("zones")}
    assert drawn == set(themes())
    for layer in layers().values():
        assert set(layer.shows) <= drawn | {"parcels", "communes"}
        assert all(id in layers() for id in layer.group)
        assert bool(layer.shows) != bool(layer.group)


def test_every_language_says_the_same_things_with_the_same_gaps() -> None:
    spoken = languages()
    gaps = {
        tongue: {(kind, name): _gaps(text) for kind, texts in said.items() for name, text in texts.items()}
        for tongue, said in spoken.items()
    }
    assert all(one == gaps[FALLBACK] for one in gaps.values())


def test_what_is_filled_in_is_never_a_pattern() -> None:
    text = say("de", "faults", "no_address", asked="{asked.__class__} {0} {x}")
    assert "{asked.__class__} {0} {x}" in text


def _gaps(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


async def test_a_folder_that_can_not_be_used_is_said_and_an_older_edition_goes(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GeoFailed, match="data_unavailable"):
        await BundledSource(tmp_path / "file").prepare()
    (tmp_path / "sogis-older.sqlite").write_text("")
    source = BundledSource(tmp_path)
    await source.prepare()
    assert not (tmp_path / "sogis-older.sqlite").exists()
    (tmp_path / f"sogis-{edition()}.sqlite").write_bytes(b"no database")
    with pytest.raises(GeoFailed, match="data_unavailable"):
        await source.parcel("CH807306583219")


def test_no_pattern_of_the_search_and_the_sources_holds_a_word_of_a_language() -> None:
    room = Path(str(ROOM)).parent
    said = spelling()
    known = {word for name in type(said).model_fields for word in getattr(said, name) if len(word) > 2}
    found: list[tuple[str, str]] = []
    for path in (*room.glob("search/*.py"), *room.glob("source/*.py"), *room.glob("planner*.py")):
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            if ast.unparse(call.func) != "re.compile":
                continue
            texts = [
                one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            words = re.findall(r"[a-zäöüß]{3,}", re.sub(r"\(\?P<\w+>", "", " ".join(texts)).lower())
            found += [(path.name, word) for word in words if word in known]
    assert known and not found


def test_every_language_of_the_planner_has_every_list_and_sentence() -> None:
    known = vocabulary()
    assert set(known.words) == {"de", "en"} and set(known.says) == {"de", "en", "nl", "pt"}
    assert set(known.says["de"]) == set(known.says["en"])
    assert set(known.says["nl"]) == set(known.says["pt"]) <= set(known.says["en"])  # which languages it reads
    for concept, said in known.concepts.items():
        assert set(said) == {"de", "en"} and all(said.values()), concept


def test_every_commune_of_the_data_is_known_by_its_name_and_no_map_is_one() -> None:
    assert all(commune(row["name"]) and postcode(row["postcode"], row["name"]) for row in rows("communes"))
    assert not any(commune(one.label) or any(map(commune, one.words)) for one in layers().values())
    assert postcode("4600", "Olten") and not postcode("1213", "Olten") and not postcode("4600", "Foobar")
    assert communes_first(["Balm", "bei", "Messen", "Wald"]) == 3 and communes_last(["Wald", "Langendrof"]) == 1
