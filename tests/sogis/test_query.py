"""What people write when they look for a place, and that nothing they write breaks the reader."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.sogis.search.query import AddressQuery, EgridQuery, ParcelQuery, PointQuery, Query, read
from loket_demos.sogis.search.words import key, number_order

SAID: tuple[tuple[str, Query], ...] = (
    ("Langendorfstrasse 19b, 4500 Solothurn", AddressQuery("Langendorfstrasse", "19b", "Solothurn", "4500")),
    ("zur Langendorfstrasse 19b in Solothurn", AddressQuery("Langendorfstrasse", "19b", "Solothurn")),
    ("Langendorfstrasse 19 B Solothurn", AddressQuery("Langendorfstrasse", "19b", "Solothurn")),
    ("langendorfstr. 19b", AddressQuery("langendorfstr.", "19b")),
    ("Langendorfstrasse in Solothurn", AddressQuery("Langendorfstrasse", "", "Solothurn")),
    ("Langendorfstrasse, 4500 Solothurn", AddressQuery("Langendorfstrasse", "", "Solothurn", "4500")),
    ("Langendorfstrasse Solothurn", AddressQuery("Langendorfstrasse Solothurn")),
    ("Gehe zur Adresse Zum Krebsbach 3", AddressQuery("Krebsbach", "3")),
    ("Hauptstrasse 5 4513 Langendorf", AddressQuery("Hauptstrasse", "5", "Langendorf", "4513")),
    ("Hauptstrasse 12, Balm bei Günsberg", AddressQuery("Hauptstrasse", "12", "Balm bei Günsberg")),
    ("Grundstück 168 in Messen", ParcelQuery("168", "Messen")),
    ("Grundstück Nr. 552 in der Gemeinde Langendorf", ParcelQuery("552", "Langendorf")),
    ("die Parzelle 1234", ParcelQuery("1234")),
    ("GB Solothurn", AddressQuery("GB Solothurn")),
    ("GB 1234", ParcelQuery("1234")),
    ("Parzellennummer 198 Balm bei Messen", ParcelQuery("198", "Balm bei Messen")),
    ("ch 9558 3273 0623", EgridQuery("CH955832730623")),
    ("EGRID CH955832730623", EgridQuery("CH955832730623")),
    ("2605899 / 1229278", PointQuery((2605899.0, 1229278.0))),
    ("52.37, 4.89", PointQuery(None)),
)


@pytest.mark.parametrize(("text", "query"), SAID)
def test_what_is_said_is_read(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize("text", ["", "   ", "?!", "12", "…"])
def test_nothing_to_look_for_is_none(text: str) -> None:
    assert read(text) is None


@given(st.text(max_size=400))
def test_no_text_breaks_the_reader(text: str) -> None:
    query = read(text)
    if isinstance(query, PointQuery) and query.point is not None:
        assert all(map(math.isfinite, query.point))
    if isinstance(query, AddressQuery):
        assert query.street


def test_a_long_text_is_read_at_once() -> None:
    read("a " * 5_000 + "1")
    read("19" * 5_000)
    read("Grundstück " * 1_000)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Brühlstrasse", "Bruehlstrasse"),
        ("Brühlstrasse", "Bruhlstr."),
        ("Brühlstraße", "BRÜHL STRASSE"),
        ("Langendorf-Strasse", "Langendorfstrasse"),
        ("Balm b. Günsberg", "Balm bei Guensberg"),
    ],
)
def test_spellings_are_the_same_word(one: str, other: str) -> None:
    assert key(one) == key(other)


def test_numbers_stand_as_they_do_in_the_street() -> None:
    numbers = ["2", "19a", "10", "19", "1"]
    assert sorted(numbers, key=number_order) == ["1", "2", "10", "19", "19a"]
