"""The sources of an answer stand once, in a list at its end."""

import re

from hypothesis import given
from hypothesis import strategies as st

from loket_demos.relocation.content import destination
from loket_demos.relocation.rules.sources import numbered

PORTUGAL = destination("PT")
assert PORTUGAL is not None
YEARS = st.sampled_from([None, 2025, 2026])
VALUES = st.text(alphabet="ab (90)\n-", max_size=12)


@given(st.lists(st.tuples(VALUES, st.sampled_from(sorted(PORTUGAL.sources)), YEARS, st.sampled_from("S?")), max_size=6))
def test_every_source_is_listed_once_and_every_value_leads_to_its_own(
    lines: list[tuple[str, str, int | None, str]],
) -> None:
    origins = [PORTUGAL.origin_of(source, year, sure, "pt-BR") for _, source, year, sure in lines]
    text, sources = numbered("\n".join(f"{line[0]}: ({at})" for line, at in zip(lines, origins, strict=True)), "pt-BR")
    listed = dict(re.findall(r"^(\d+)\. (.+)$", sources, re.MULTILINE))
    assert len(set(listed.values())) == len(listed) == len({source for _, source, *_ in lines})
    numbers = re.findall(r"\[(\d+)\]", text)
    assert [listed[number] in origin for number, origin in zip(numbers, origins, strict=True)] == [True] * len(lines)
    assert "consultado" not in text
