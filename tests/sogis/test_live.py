"""What the live source makes of a canton that fails, by refusals, silence or rubbish; and that it asks sparingly."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.errors import ConfigError
from loket.core.tool import CallContext, ToolFailed
from loket.core.web import Fetched, FetchFailed
from loket.house.bundle import Services
from loket.net.client import shared_client
from loket.net.web import Web
from loket_demos.sogis import tool_specs
from loket_demos.sogis.geo.scale import sheet_for
from loket_demos.sogis.source import replies
from loket_demos.sogis.source.choose import geo_source
from loket_demos.sogis.source.fetch import TRIES, Patient
from loket_demos.sogis.source.live import LiveSource, ServiceUrls
from loket_demos.sogis.source.port import GeoFailed
from loket_demos.sogis.source.shapes import Parcel
from loket_demos.sogis.tools import sogis_tools
from tests.loopback import answering, never, reply
from tests.sogis.conftest import Live

ASKED = "Langendorfstrasse 19b, Solothurn"


async def test_a_failing_service_is_asked_again_and_then_answers(live: Live) -> None:
    live.canton.instead = [reply(b"", 503), None]
    assert len(await live.source.addresses(ASKED)) == 1
    assert live.pauses == [0.25, 0.5]


async def test_a_service_that_goes_on_failing_is_named_with_its_status(live: Live) -> None:
    live.canton.instead = [reply(b"broken", 500)] * TRIES
    with pytest.raises(GeoFailed) as failed:
        await live.source.addresses(ASKED)
    assert (failed.value.code, failed.value.values) == ("http_status", {"status": "500"})
    assert len(live.line.asked) == TRIES


async def test_a_refusal_is_not_repeated(live: Live) -> None:
    live.canton.instead = [reply(b"no", 400)]
    with pytest.raises(GeoFailed, match="http_status"):
        await live.source.addresses(ASKED)
    assert len(live.line.asked) == 1


@pytest.mark.parametrize("body", [b"<html>", b"[1, 2", b'"text"', b"\xff\xfe", b"[" * 100_000, b'{"results": 7}'])
async def test_rubbish_is_unreadable(live: Live, body: bytes) -> None:
    live.canton.instead = [reply(body)]
    with pytest.raises(GeoFailed, match="unreadable"):
        await live.source.addresses(ASKED)


@pytest.mark.parametrize("body", [b"<a", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", b"\x00"])
async def test_rubbish_in_xml_is_unreadable(live: Live, body: bytes) -> None:
    live.canton.instead = [reply(body)]
    with pytest.raises(GeoFailed, match="unreadable"):
        await live.source.bore((2605899, 1229278))


async def test_no_content_is_nothing_found(live: Live) -> None:
    live.canton.instead = [reply(b"", 204)] * 2
    assert list(await live.source.addresses(ASKED)) == []
    live.canton.instead = [reply(b"", 204)]
    assert list(await live.source.parcels_at((2605899, 1229278))) == []
    live.canton.instead = [reply(b"", 204)]
    assert (await live.source.bore((2605899, 1229278))).verdict == "unknown"


async def test_silence_meets_a_deadline() -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with answering(never) as line, shared_client(allow=["127.0.0.1"]) as client:
        web = Web(client)
        source = LiveSource(web, ServiceUrls(line.url, line.url), Patient(web, pause=pause, seconds=0.05))
        with pytest.raises(GeoFailed, match="too_late"):
            await source.addresses(ASKED)
        assert len(pauses) == TRIES - 1  # a try may meet its deadline before the server has read a line of it


async def test_what_was_read_is_not_asked_again_for_a_while(live: Live) -> None:
    await live.source.addresses(ASKED)
    await live.source.addresses(ASKED)
    assert len(live.line.asked) == 1


async def test_a_failure_is_not_remembered(live: Live) -> None:
    live.canton.instead = [reply(b"no", 404)]
    with pytest.raises(GeoFailed):
        await live.source.addresses(ASKED)
    assert len(await live.source.addresses(ASKED)) == 1


async def test_a_form_is_sent_once(live: Live) -> None:
    live.canton.instead = [reply(b"", 503)]
    sheet = sheet_for((2600000, 1200000, 2600030, 1200030))
    assert sheet is not None
    with pytest.raises(GeoFailed, match="http_status"):
        await live.source.plan(Parcel(egrid="", number="1", municipality="Messen"), sheet)
    assert len(live.line.asked) == 1
    live.canton.instead = [reply(b"<html>no</html>")]
    with pytest.raises(GeoFailed, match="unreadable"):
        await live.source.plan(Parcel(egrid="", number="1", municipality="Messen"), sheet)


async def test_the_confederation_is_asked_when_the_canton_knows_nothing(live: Live) -> None:
    live.canton.searches = False
    [found] = await live.source.addresses(ASKED)
    assert (found.label, found.coord, found.exact) == (
        "Langendorfstrasse 19b, 4500 Solothurn",
        (2605899.0, 1229278.0),
        True,
    )
    assert [one.name for one in await live.source.communes("Grenchen")] == ["Grenchen"]
    [layer] = await live.source.layers("Wildtierkorridore")
    assert layer.source["url"] == "https://wms.geo.admin.ch/"
    assert layer.source["credit"] == "© swisstopo, geo.admin.ch"
    query = parse_qs(urlsplit(live.line.asked[1].target).query)
    assert query["sr"] == ["2056"]


async def test_links_lead_to_the_canton(live: Live) -> None:
    parcel = await live.source.parcel("CH807306583219")
    assert parcel is not None
    extract = await live.source.extract(parcel)
    assert extract.pdf_url.endswith("/api/oereb/extract/pdf/?EGRID=CH807306583219")
    assert extract.map_url.endswith("/map/?oereb_egrid=CH807306583219")
    bore = await live.source.bore((2605899, 1229278))
    assert (bore.pdf_url, bore.pdf_label) == ("https://geo.so.ch/docs/ews.pdf", "Merkblatt")
    assert "<" not in bore.result


async def test_a_failure_reaches_a_person_as_a_sentence(live: Live) -> None:
    live.canton.instead = [reply(b"", 500)] * TRIES
    tools = {tool.spec.name: tool for tool in sogis_tools(live.source, _never)}
    with pytest.raises(ToolFailed) as failed:
        await tools[tool_specs.ADDRESS].call({"q": ASKED}, CallContext("c", "anna", "/", "1.a", "k", 10.0, "de"))
    assert failed.value.code == "http_status"
    assert "geo.so.ch antwortete mit HTTP 500" in failed.value.text


async def _nowhere(url: str, form: Mapping[str, str] | None, deadline: float, most: int) -> Fetched:
    raise FetchFailed


def _never() -> Any:
    raise AssertionError("nothing is kept")


def test_the_source_is_chosen_by_configuration(tmp_path: Any) -> None:
    assert geo_source(Services(data=tmp_path)).name == "bundled"
    assert geo_source(Services(env={"LOKET_SOGIS_SOURCE": "live"}, data=tmp_path, fetch=_nowhere)).name == "live"
    with pytest.raises(ConfigError, match="may fetch"):
        geo_source(Services(env={"LOKET_SOGIS_SOURCE": "live"}, data=tmp_path))


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["results", "feature", "bbox", "display", "attrs", "label", "x", "y", "features", "properties"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(_JSON)
def test_no_json_breaks_the_readers(answer: Any) -> None:
    for reader in (
        replies.addresses_of,
        replies.communes_of,
        replies.federal_places,
        replies.canton_layers,
        replies.federal_layers,
        replies.parcels_of,
    ):
        with suppress(GeoFailed):
            list(reader(answer))


@given(st.text(alphabet="<>&ab;/ltgmp#60x3c ", max_size=80))
def test_words_of_the_world_lose_their_marks(text: str) -> None:
    assert not re.search(r"<[^>]*>", replies.bare(text))
    assert replies.bare("&lt;p&gt;Bohren &amp;amp; Heizen&lt;/p&gt;") == "Bohren & Heizen"
