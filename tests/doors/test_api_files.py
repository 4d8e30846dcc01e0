"""Files of a conversation: downloaded by their owner alone, as bytes that are nobody's page."""

from pathlib import Path

from loket.core.data import FileRef
from loket.core.events import FileAdded
from tests.doors.talking import begun, code_of
from tests.serving import serving_here

PAGE = b"<script>alert(1)</script>"
TOKENS = {"ann": "a-long-token-of-ann", "bert": "a-long-token-of-bert"}


async def test_a_file_is_downloaded_by_its_owner_alone_and_never_shown(tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {TOKENS['ann']}"}
    async with serving_here(tmp_path, tokens=TOKENS, headers=headers) as here:
        id, other = await begun(here.http), await begun(here.http)
        blob = await here.engine.store.put(id, PAGE, "text/html")
        file = FileRef(name="page.html", media="text/html", blob=blob)
        await here.engine.tell(id, FileAdded(ref=file), owner="ann")
        at = f"/api/conversations/{id}/files/{blob.sha256}"
        answer = await here.http.get(at)
        assert (answer.status_code, answer.content) == (200, PAGE)
        shown = ("content-type", "content-disposition", "content-security-policy", "x-content-type-options")
        assert [answer.headers[name] for name in shown] == [
            "application/octet-stream",
            "attachment; filename*=UTF-8''page.html",
            "sandbox; default-src 'none'",
            "nosniff",
        ]
        bert = {"Authorization": f"Bearer {TOKENS['bert']}"}
        assert code_of(await here.http.get(at, headers=bert)) == (404, "not_found")
        assert (await here.http.get(at, headers={"Authorization": ""})).status_code == 401
        elsewhere = f"/api/conversations/{other}/files/{blob.sha256}"
        assert code_of(await here.http.get(elsewhere)) == (404, "not_found")
        assert (await here.http.get(f"/api/conversations/{id}/files/{'0' * 64}")).status_code == 404
        for wrong in ("x", blob.sha256.upper(), f"{blob.sha256}0"):
            assert (await here.http.get(f"/api/conversations/{id}/files/{wrong}")).status_code == 422
        await here.http.delete(f"/api/conversations/{id}")
        assert (await here.http.get(at)).status_code == 410
