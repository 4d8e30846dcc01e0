"""What every source promises, asked of both: the shipped data, and the services over HTTP."""

import pytest

from loket_demos.sogis.geo.geometry import extent, holds
from loket_demos.sogis.geo.scale import sheet_for
from loket_demos.sogis.items import label_of, of_bore
from loket_demos.sogis.source.port import MOST, GeoSource
from loket_demos.sogis.source.shapes import Bore

DOOR = (2605899.0, 1229278.0)


async def test_an_address_is_found_where_it_is(source: GeoSource) -> None:
    [found] = await source.addresses("Langendorfstrasse 19b, 4500 Solothurn")
    assert (found.label, found.coord, found.exact) == ("Langendorfstrasse 19b, 4500 Solothurn", DOOR, True)


@pytest.mark.parametrize("text", ["Langendorfrasse 19b Solothurn", "langendorf str. 19 B in Soloturn"])
async def test_slips_of_the_pen_are_borne(source: GeoSource, text: str) -> None:
    [found] = await source.addresses(text)
    assert found.coord == DOOR


async def test_a_street_without_number_gives_all_of_it(source: GeoSource) -> None:
    found = await source.addresses("Langendorfstrasse in Solothurn")
    assert len(found) == MOST
    assert len({one.id for one in found}) == MOST


@pytest.mark.parametrize("text", ["Langendorfstrasse 19b, Zürich", "Nirgendwoallee 3", "?"])
async def test_what_is_nowhere_is_not_found(source: GeoSource, text: str) -> None:
    assert list(await source.addresses(text)) == []


async def test_a_commune_is_found_whole(source: GeoSource) -> None:
    [found] = await source.communes("grenchen")
    assert found.name == "Grenchen"
    assert found.extent[0] < 2596500 < found.extent[2]


async def test_half_a_name_gives_every_commune_it_can_be(source: GeoSource) -> None:
    assert {one.id for one in await source.communes("Balm")} == {"2541", "2457-balmbeimessen"}
    assert list(await source.communes("Zürich")) == []


async def test_a_map_is_found_by_its_name_alone(source: GeoSource) -> None:
    [found] = await source.layers("Gewässerschutz-Layer")
    assert found.id == "ch.so.afu.gewaesserschutz"
    assert found.source["url"]


async def test_a_topic_gives_several_maps_and_a_group_what_is_in_it(source: GeoSource) -> None:
    found = await source.layers("welche Karten zum Thema Wasser")
    assert len(found) > 2
    [group] = [one for one in found if one.sublayers]
    assert [one.label for one in group.sublayers] == ["Grundwasserschutzzonen", "Grundwasserschutzareale"]


async def test_a_number_may_stand_in_two_land_registers(source: GeoSource) -> None:
    both = await source.parcels_numbered("168", "Messen")
    assert {one.egrid for one in both} == {"CH807306583219", "CH181832067404"}
    [one] = await source.parcels_numbered("168", "Balm bei Messen")
    assert one.egrid == "CH181832067404"
    assert len(await source.parcels_numbered("1234")) == 3
    assert list(await source.parcels_numbered("999999", "Messen")) == []


async def test_the_nearest_comes_first(source: GeoSource) -> None:
    found = await source.addresses("Langendorfstrasse in Solothurn", DOOR)
    assert found[0].coord == DOOR


async def test_a_parcel_has_its_area(source: GeoSource) -> None:
    found = await source.parcel("CH807306583219")
    assert found is not None
    assert (found.number, found.municipality, found.bfs) == ("168", "Messen", "2457")
    assert extent(found.geometry) is not None
    assert await source.parcel("CH000000000000") is None


async def test_a_building_right_lies_on_a_parcel(source: GeoSource) -> None:
    point = (2600483.8, 1215520.9)
    found = await source.parcels_at(point)
    assert [(one.egrid, one.kind) for one in found] == [
        ("CH955832730623", "Liegenschaft"),
        ("CH710620327442", "Baurecht"),
    ]
    assert label_of(found[1], "de").removesuffix(" in Messen") == "Baurecht 531"
    assert all(holds(one.geometry, point) and one.nbident == "SO0200002457" for one in found)
    assert list(await source.parcels_at((2_700_000.0, 1_200_000.0))) == []


async def test_a_borehole_is_allowed_here_and_forbidden_there(source: GeoSource) -> None:
    assert "bis 250 m Tiefe zulässig" in words(await source.bore(DOOR))
    [wells] = await source.addresses("Zum Krebsbach 1, Solothurn")
    assert "keine Erdwärmesonde zulässig" in words(await source.bore(wells.coord))
    assert "keine Auskunft" in words(await source.bore((2_700_000.0, 1_200_000.0)))


def words(told: Bore) -> str:
    """What a person reads of it."""
    return of_bore(told, None, "de")["payload"]["result"]


async def test_an_extract_and_a_plan_are_made(source: GeoSource) -> None:
    parcel = await source.parcel("CH807306583219")
    assert parcel is not None
    extract = await source.extract(parcel)
    assert extract.restrictions or extract.pdf_url
    box = extent(parcel.geometry)
    sheet = None if box is None else sheet_for(box)
    assert sheet is not None
    assert (await source.plan(parcel, sheet)).data.startswith(b"%PDF-")
