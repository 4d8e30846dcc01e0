"""The search of the shipped data: whatever is typed gives an answer, and a slip of the pen still the right one."""

from contextlib import closing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from loket_demos.sogis.search.query import AddressQuery, read
from loket_demos.sogis.source import catalogue, street_search
from loket_demos.sogis.source.database import made_in, opened
from loket_demos.sogis.source.port import MOST

STREETS = ("Langendorfstrasse", "Weissensteinstrasse", "Wildbachstrasse", "Allmendstrasse", "Luterbachstrasse")
NEAR = st.sampled_from([None, (2605899.0, 1229278.0)])
WORDS = st.lists(
    st.sampled_from([*STREETS, "Solothurn", "in", "19b", "4500", ",", "'", '"', "%", "*", "OR", "ü"]), max_size=8
)


@given(st.one_of(st.text(max_size=60), WORDS.map(" ".join)), NEAR)
def test_whatever_is_typed_is_answered(data_folder: Path, text: str, near: tuple[float, float] | None) -> None:
    query = read(text)
    with closing(opened(made_in(data_folder))) as line:
        found = street_search.find(line, query, near) if isinstance(query, AddressQuery) else []
    assert len(found) <= MOST
    assert len({one.id for one in found}) == len(found)
    assert len(catalogue.find(text)) <= MOST
    street_search.find_place(["solothurn", "messen"], text)


@given(st.sampled_from(STREETS), st.data())
def test_one_slip_of_the_pen_is_borne(data_folder: Path, street: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(street) - 2))
    letter = data.draw(st.sampled_from("aeinrst"))
    spelt = data.draw(
        st.sampled_from(
            [
                street[:at] + street[at + 1 :],
                street[:at] + letter + street[at:],
                street[:at] + letter + street[at + 1 :],
                street[: at - 1] + street[at] + street[at - 1] + street[at + 1 :],
            ]
        )
    )
    with closing(opened(made_in(data_folder))) as line:
        found = street_search.find(line, AddressQuery(spelt, "3"), None)
    assert found
    assert all(one.label.startswith(f"{street} 3,") for one in found)
