"""`python -m tests.blind.certainty`: how often the office of a letter is right, by the figure that is told with it."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from loket_demos.overheid.content.classify_case import ClassifyInput, classify_case
from tests.blind.letters import body
from tests.blind.rated import SETS, rows

FOLDERS = ("overheid", "letters", *(f"letters_{name}" for name in ("third", "fourth", "fifth", "sixth", "seventh")))
NO_LETTER = ("geen_brief", "andere_taal")


def shares() -> dict[float, list[bool]]:
    """Of every letter of the sets that is somebody's to decide on, whether the office is right, by the figure."""
    found = defaultdict[float, list[bool]](list)
    for folder in FOLDERS:
        for row in rows(f"{folder}/letters.jsonl"):
            text = (SETS / folder / row["file"]).read_text("utf-8")
            case = classify_case(ClassifyInput(text=text))
            if row["expect"]["office"] and case.tekst not in NO_LETTER:
                found[case.confidence].append(_right(row["expect"], case.route.wie))
    return dict(found)


def _right(expect: Mapping[str, Any], office: str) -> bool:
    """The same office; one that the checks have no name for is right by its own."""
    offices = [expect["office"], *expect.get("office_accept", ())]
    mine = body(office)
    return mine in map(body, offices) if mine else any(office.lower() in one.lower() for one in offices)


if __name__ == "__main__":
    print("| told | letters | office right |\n|--:|--:|--:|")
    for figure, right in sorted(shares().items(), reverse=True):
        print(f"| {figure} | {len(right)} | {sum(right) / len(right):.2f} |")
