"""Nothing on the wires changes unseen."""

from pathlib import Path

from tests.overheid.snapshots import FOLDER, current


async def test_the_wires_are_as_written_down(tmp_path: Path) -> None:
    now = await current(tmp_path)
    assert sorted(now) == sorted(file.name for file in FOLDER.glob("*.json"))
    for name, text in now.items():
        written = (FOLDER / name).read_text(encoding="utf-8")
        assert text == written, f"{name} changed; if that is meant: python -m tests.overheid.snapshots"
