"""Files that come with an agent's answer: a person gets them beside the words, named with type and size."""

import base64

import pytest

from loket.core.actions import Say
from loket.core.data import FileRef, JsonObject
from loket.planners.finding.files import MOST, size_of
from tests.urmston.street import OWNER, Street, club_site, street
from tests.urmston.test_finding_page import acted, connected

PLAN = b"\x89PNG a plan of the pitches"


def file_part(name: str, media: str = "image/png", data: bytes = PLAN, **more: str) -> JsonObject:
    where = more or {"bytes": base64.b64encode(data).decode()}
    return {"type": "file", "file": {"name": name, "mimeType": media, **where}}


async def asked(here: Street, locale: str = "") -> tuple[str, tuple[FileRef, ...]]:
    """What is said when the club is asked by its form, and what comes with it."""
    (club,) = here.search.sites
    here.talk = await here.host.start(OWNER, "urmston", {"locale": locale} if locale else {})
    await connected(here, club)
    skill = "check_team_availability_v1"
    said = await here.tell(acted("invoke", task_base_url=club.url, skill_id=skill, parameters={"age": 10}))
    last = (await here.decisions())[-1].action
    assert isinstance(last, Say)
    return said, last.files


async def test_a_small_file_and_a_link_come_with_the_answer() -> None:
    link = file_part("rules.pdf", "application/pdf", uri="https://club.example/rules.pdf")
    club = club_site(
        says="Here is the plan.", gives=[file_part("pitches.png"), link, file_part("virus", uri="javascript:x")]
    )
    async with street(club) as here:
        said, files = await asked(here)
        assert "Here is the plan." in said
        assert "With it came: pitches.png (image/png, 26 B), " in said
        assert "rules.pdf (application/pdf, https://club.example/rules.pdf)." in said and "virus" not in said
        picture, paper = files
        assert picture.blob is not None
        assert await here.host.store.get(here.talk, picture.blob.sha256) == PLAN
        assert (paper.name, paper.blob, paper.uri) == ("rules.pdf", None, "https://club.example/rules.pdf")
        looked = await here.host.look(here.talk, OWNER)
        item = looked.views["transcript"].state()["items"][-1]
        assert [file["name"] for file in item["files"]] == ["pitches.png", "rules.pdf"]


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en", "With it came: "), ("nl", "Daarbij zit: "), ("de", "Dabei ist: "), ("pt-BR", "Veio junto: ")],
)
async def test_what_came_is_named_in_the_language_of_the_talk(locale: str, words: str) -> None:
    async with street(club_site(gives=[file_part("pitches.png")])) as here:
        said, _ = await asked(here, locale)
    assert f"{words}pitches.png (image/png, 26 B)." in said


async def test_an_answer_that_is_nothing_but_a_file_is_that_file() -> None:
    club = club_site(answer=lambda parameters: {}, gives=[file_part("pitches.png")])
    async with street(club) as here:
        said, files = await asked(here)
    assert said.startswith("With it came: pitches.png") and len(files) == 1


async def test_of_many_files_some_are_named() -> None:
    club = club_site(gives=[file_part("", data=bytes([n])) for n in range(MOST + 5)])
    async with street(club) as here:
        said, files = await asked(here)
    assert len(files) == MOST and files[0].name == "1"
    assert "10 (image/png, 1 B), + 10." in said


def test_sizes_are_read_as_people_read_them() -> None:
    assert [size_of(n) for n in (0, 999, 1000, 2_400_000, 10**13)] == ["0 B", "999 B", "1 kB", "2 MB", "10000 GB"]
