"""The live source through the front door: a server that asks a canton on the loopback, which may fail in every way."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError
from loket_demos.sogis.source.bundled import BundledSource
from tests.loopback import Asked, Loopback, answering, reply
from tests.serving import serving_here
from tests.sogis.canton import Canton
from tests.sogis.talking import ADDRESS, SOGIS, Talk, kinds, status

Answer = Callable[[Asked], Awaitable[bytes | None]]


@asynccontextmanager
async def live_server(data: Path, answer: Answer) -> AsyncGenerator[tuple[Talk, Loopback]]:
    async with answering(answer) as line:
        env = {"LOKET_SOGIS_SOURCE": "live", "LOKET_SOGIS_CANTON": line.url, "LOKET_SOGIS_CONFEDERATION": line.url}
        async with serving_here(data, env, assistants=[SOGIS], allow_private=["127.0.0.1"]) as here:
            yield Talk(here.http), line


async def test_the_live_source_answers_and_says_that_it_did(tmp_path: Path, bundled: BundledSource) -> None:
    async with live_server(tmp_path, Canton(bundled).answer) as (talk, line):
        told = await talk.say(f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug.")
        assert status(told) == [("goto_address", "ok"), ("oereb_extract", "ok")]
        assert told["steps"][0]["mapActions"][0]["payload"]["center"] == [2605899.0, 1229278.0]
        data = told["steps"][1]["data"]
        assert data["source"] == {"id": "live", "label": "Kanton Solothurn, geo.so.ch"}
        assert data["pdfUrl"].startswith(f"{line.url}/api/oereb/extract/pdf/?EGRID=CH")
        plan = await talk.say("und noch einen Grundbuchplan")
        assert status(plan) == [("cadastral_plan", "ok")]
        made = await talk.http.get(plan["steps"][0]["data"]["pdfUrl"])
        assert made.status_code == 200 and made.content.startswith(b"%PDF-")
        layer = await talk.say("Lade die Wildtierkorridore")
        assert kinds(layer["steps"][0]) == ["addLayer"]
        assert layer["steps"][0]["mapActions"][0]["payload"]["source"]["url"] == f"{line.url}/api/wms"
        said = (await talk.http.get("/")).headers["content-security-policy"]
        assert f"img-src 'self' data: {line.url} https://wms.geo.admin.ch;" in said


@pytest.mark.parametrize(
    ("instead", "words"),
    [
        (reply(b"broken", 500), "antwortete mit HTTP 500"),
        (reply(b"", 204), "wurde keine Adresse gefunden"),
        (reply(b"<html>down for maintenance"), "ist unlesbar"),
        (reply(b'{"results": 7}'), "ist unlesbar"),
        (None, "ist nicht erreichbar"),
    ],
    ids=["500", "204", "garbage", "other shape", "nothing"],
)
async def test_a_failing_service_is_an_error_in_german_and_harms_no_other_step(
    tmp_path: Path, bundled: BundledSource, instead: bytes | None, words: str
) -> None:
    canton, failing = Canton(bundled), True

    async def answer(asked: Asked) -> bytes | None:
        query = parse_qs(urlsplit(asked.target).query)
        of_address = any("gebaeudeadressen" in one for one in query.get("filter", [])) or "origins" in query
        return instead if failing and of_address else await canton.answer(asked)

    async with live_server(tmp_path, answer) as (talk, _):
        told = await talk.say(f"{ADDRESS} und lade die Wildtierkorridore")
        assert status(told) == [("goto_address", "error"), ("load_layer", "ok")]
        assert words in told["steps"][0]["message"]
        assert told["overallStatus"] == "error"
        failing = False
        assert status(await talk.say("Gehe zur Hauptstrasse 5 in Langendorf")) == [("goto_address", "ok")]


async def test_a_service_at_a_private_address_is_not_called_unless_it_may_be(
    tmp_path: Path, bundled: BundledSource
) -> None:
    async with answering(Canton(bundled).answer) as line:
        env = {"LOKET_SOGIS_SOURCE": "live", "LOKET_SOGIS_CANTON": line.url, "LOKET_SOGIS_CONFEDERATION": line.url}
        async with serving_here(tmp_path, env, assistants=[SOGIS]) as here:
            told = await Talk(here.http).say(ADDRESS)
        assert status(told) == [("goto_address", "error")]
        assert not line.asked


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"LOKET_SOGIS_SOURCE": "liv"}, "must be bundled or live"),
        ({"LOKET_SOGIS_SOURCE": "live", "LOKET_SOGIS_CANTON": "geo.so.ch"}, "LOKET_SOGIS_CANTON can't be used"),
        ({"LOKET_SOGIS_SOURCE": "live", "LOKET_SOGIS_CONFEDERATION": "https://a;b"}, "LOKET_SOGIS_CONFEDERATION"),
    ],
)
async def test_what_can_not_be_a_source_is_told_at_the_start(tmp_path: Path, env: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        async with opened(Config(data=tmp_path, assistants=(SOGIS,)), env):
            pass
