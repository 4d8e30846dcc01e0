"""Letters as files: the text of a PDF is read, a scan is said to be one, and a letter goes away as a PDF."""

import base64
import io
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.letter_pdf import pdf_of, text_of
from tests.serving import Loket, serving_here
from tests.tries import tries

LETTER = (
    "Geachte heer of mevrouw,\n\nIk maak bezwaar tegen uw besluit van 2 november 2026.\n- Ik had al betaald: € 74,80."
)


def empty_page() -> bytes:
    writer, file = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(file)
    return file.getvalue()


def locked() -> bytes:
    writer, file = PdfWriter(PdfReader(io.BytesIO(pdf_of(LETTER, "Brief")))), io.BytesIO()
    writer.encrypt("geheim", algorithm="RC4-128")
    writer.write(file)
    return file.getvalue()


async def post(here: Loket, path: str, **body: str) -> httpx.Response:
    return await here.http.post(path, json=body)


async def test_what_is_written_as_a_pdf_can_be_read_again(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="overheid") as here:
        made = (await post(here, "/api/letters/pdf", text=LETTER)).json()["data"]
        assert base64.b64decode(made).startswith(b"%PDF-")
        read = (await post(here, "/api/letters/text", data=made)).json()["text"]
        assert read.split() == LETTER.split()
        for data, status, words in (
            (base64.b64encode(empty_page()).decode(), 422, "scan of een foto"),
            (base64.b64encode(b"\xff\xd8\xff photo").decode(), 422, "Typ de tekst over"),
            (base64.b64encode(locked()).decode(), 422, "wachtwoord"),
            (base64.b64encode(b"no pdf").decode(), 422, "Kies een PDF"),
            ("", 422, "Kies een PDF"),
            ("%%%", 422, "base64"),
        ):
            answer = await post(here, "/api/letters/text", data=data)
            assert answer.status_code == status and words in answer.json()["error"]["text"], answer.text
        assert (await post(here, "/api/letters/text", data="A" * 7_000_000)).status_code == 413
        assert (await post(here, "/api/letters/pdf", text="a" * 20_001)).status_code == 413
        assert (await post(here, "/api/letters/pdf")).status_code == 422


async def test_a_name_keeps_its_letters_and_a_sign_that_the_font_lacks_is_named(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="overheid") as here:
        # As some keyboards write it: the letter, then its mark.
        made = (await post(here, "/api/letters/pdf", text="Şebnem G\u0306ürsoy-Łęcki")).json()["data"]
        assert "Şebnem Ğürsoy-Łęcki" in PdfReader(io.BytesIO(base64.b64decode(made))).pages[0].extract_text()
        refused = await post(here, "/api/letters/pdf", text="Иван, 12 ≥ 3 ≥ 2")
        assert refused.status_code == 422 and "PDF zetten: И в а н ≥." in refused.json()["error"]["text"]
        assert "download hem als tekst" in refused.json()["error"]["text"]


def test_the_lines_of_a_paragraph_come_as_one() -> None:
    address = "Gemeente Tilburg\nPostbus 90155\n5000 LH Tilburg"
    first = "Ik maak bezwaar tegen uw besluit van 2 november 2026: " + "ik had al betaald en dat zag u niet en " * 6
    last = "Mijn buurvrouw was erbij.\n- een bon\n- een brief"
    read = text_of(pdf_of("\n\n".join((address, first, last)), "Brief"))
    assert [line.strip() for line in read.splitlines() if line.strip()] == [
        *address.splitlines(),
        first.strip(),
        *last.splitlines(),
    ]


def test_a_long_letter_goes_on_on_more_pages() -> None:
    text = "\n".join(f"Regel {n}" for n in range(150)) + "\n" + "woord " * 400
    pages = PdfReader(io.BytesIO(pdf_of(text, "Brief"))).pages
    assert len(pages) > 3 and "Regel 149" in "".join(page.extract_text() for page in pages)


@given(st.binary(max_size=400))
@settings(max_examples=tries(60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for content in (data, b"%PDF-1.7\n" + data):
        with pytest.raises(ContentError):
            text_of(content)
