"""The documents behind their links: a PDF for its owner, nothing for anybody else."""

from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from tests.sogis.talking import talking, token


async def test_a_plan_is_handed_out_to_its_owner_only(server_data: Path) -> None:
    async with talking(server_data) as talk:
        asked = await talk.say("Erstelle einen Grundbuchplan für das Grundstück 1213 in Solothurn")
        url = asked["steps"][0]["data"]["pdfUrl"]
        answer = await talk.http.get(url)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["content-disposition"].startswith("attachment;")
        assert len(PdfReader(BytesIO(answer.content)).pages) == 1
        assert (await talk.http.get(url, headers=token("b"))).status_code == 404
        for wrong in ("0" * 32, "nothing", "..%2f..%2fsecret"):
            assert (await talk.http.get(f"/api/prints/{wrong}")).status_code == 404
