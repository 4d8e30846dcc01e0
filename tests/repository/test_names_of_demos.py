"""No file of the platform names a demo, or speaks the words of its field."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMOS = re.compile(r"overheid|urmston|sogis|relocation|scenario|toeslag|bezwaar|parcel|loket_demos", re.IGNORECASE)

THEIR_OWN = {"overheid", "urmston", "sogis", "relocation", "scenarios", "workbench", "try-your-agent", "agents-in-ci"}
"""Pages about a demo."""
REPORTS = {"bench", "conformance", "first-sight", "requirements", "walks"}
"""Pages that say what was promised, measured or tried with them."""
LINK = re.compile(r"\]\([^)]*\)")
WORD = re.compile(rf"{DEMOS.pattern}".replace("|scenario", "").replace("|loket_demos", ""), re.IGNORECASE)


def test_the_pages_of_the_platform_name_no_demo() -> None:
    pages = [page for page in (ROOT / "docs").glob("*.md") if page.stem not in THEIR_OWN | REPORTS]
    assert len(pages) > 20
    naming = [page.name for page in pages if WORD.search(LINK.sub("]", page.read_text("utf-8")))]
    assert not naming, "a link may lead to the page of a demo; its words are everybody's"


def test_the_platform_names_no_demo() -> None:
    command = ["git", "ls-files", "src/loket", "web/src"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    texts = {name: (ROOT / name).read_text("utf-8", "replace") for name in tracked if (ROOT / name).exists()}
    assert len(texts) > 300
    naming = [name for name, text in texts.items() if DEMOS.search(name) or DEMOS.search(text)]
    assert not naming, "these name a demo, which is the demo's own business"


def test_the_platform_imports_neither_demos_nor_a_library_for_documents() -> None:
    wrong = re.compile(r"^\s*(?:import|from)\s+(?:loket_demos|reportlab)\b", re.MULTILINE)
    assert not [path for path in (ROOT / "src").rglob("*.py") if wrong.search(path.read_text("utf-8"))]
