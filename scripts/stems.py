"""Writes down the stems of the words that concepts are said with; whoever adds words runs it, or they load slower."""

from pathlib import Path

from loket.planners.skills.languages import concepts
from loket.planners.skills.tokens import LANGUAGES, words, worked_out

STEMS = Path(__file__).resolve().parent.parent / "src" / "loket" / "planners" / "skills" / "stems"


def said(code: str) -> list[str]:
    """The words of all concepts in a language that are long enough to have a stem."""
    entries = (by_language.get(code, "") for by_language in concepts().values())
    return sorted({word.fold for entry in entries for word in words(entry) if len(word.fold) > 2})


def line(word: str, root: str) -> str:
    """A word and its stem as they are written."""
    return f"{root}|{word.removeprefix(root)}" if word.startswith(root) else f"{word} {root}"


def main() -> None:
    """Writes the file of each language."""
    STEMS.mkdir(exist_ok=True)
    for code in LANGUAGES:
        lines = [line(word, worked_out(word, code)) for word in said(code) if word.isalpha()]
        (STEMS / f"{code}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
