"""Writes down what goes over the wire and into a prompt, so that a change to it is reviewed like code.

To renew after a change that is meant: `python -m tests.overheid.content.snapshots`."""

import json
from collections.abc import Mapping
from pathlib import Path

from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.catalogue import CAPABILITIES, TOOLS
from loket_demos.overheid.content.draft_prompt import DraftCase, first_prompt

FOLDER = Path(__file__).parent / "snapshots"


def current() -> Mapping[str, str]:
    """The files as they are now, by name."""
    table = {
        one.name: {
            "title": one.title,
            "description": one.description,
            "input": one.input_schema,
            "output": one.output_schema,
        }
        for one in (*TOOLS, *CAPABILITIES)
    }
    route = case_book().route("verkeersboete")
    case = DraftCase(
        letter="Ik kreeg een boete. Ik heb niet zelf gereden.",
        route=route,
        reason=case_book().twijfel,
        date="1 februari 2026",
        snippets=route.snippets,
    )
    prompt = first_prompt(case)
    return {
        "tools.json": json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n",
        "prompt.txt": f"{prompt.system}\n\n=====\n\n{prompt.text}\n",
    }


def main() -> None:
    """Writes the files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in current().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
