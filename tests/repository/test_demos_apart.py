"""The web shell is everybody's: no file of it names a demo."""

import re
from pathlib import Path

SHELL = Path(__file__).parents[2] / "web"
DEMOS = re.compile("overheid|urmston|sogis|toeslag|bezwaar|parcel", re.IGNORECASE)


def test_no_file_of_the_shell_names_a_demo() -> None:
    files = [path for path in (SHELL / "src").rglob("*") if path.is_file()]
    assert len(files) > 100
    named = [f"{path.relative_to(SHELL)}: {found[0]}" for path in files if (found := DEMOS.search(path.read_text()))]
    assert not named
