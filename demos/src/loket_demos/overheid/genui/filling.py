"""What a question says already for the fields of its form, so that nobody types it twice; each can still be changed."""

from collections.abc import Iterable
from datetime import date

from loket.core.data import Json, JsonObject
from loket_demos.overheid.content.case_number import case_numbers
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.extract_entities import EntitiesInput, extract_entities
from loket_demos.overheid.content.letter_reading import read_letter
from loket_demos.overheid.genui.blocks import InputField
from loket_demos.overheid.reading.sentence import fields_of, schemes_in

ANY_DAY = date(2000, 1, 1)
"""The day a question is read on where none is known: the year that it means is left out then."""


def filled_from(query: str, fields: Iterable[InputField], today: date | None) -> dict[str, str]:
    """The values of these fields that the question says; what could be read in two ways is left out."""
    query = query.strip()
    if not query:
        return {}
    values = {"vraag": query, **_of_an_allowance(query, today), **_of_a_letter(query, today)}
    found = {field.id: (_text(values.get(field.id)), field) for field in fields}
    return {id: text for id, (text, field) in found.items() if text and len(text) <= (field.maxLength or len(text))}


def _of_an_allowance(query: str, today: date | None) -> JsonObject:
    schemes, told = schemes_in(query), fields_of(query, today or ANY_DAY)
    year = told.get("jaar") if today else None
    return {"regeling": schemes[0].naam if len(schemes) == 1 else None, "jaar": year}


def _of_a_letter(query: str, today: date | None) -> JsonObject:
    try:
        found = extract_entities(EntitiesInput(text=query, vandaag=today))
    except ContentError:
        return {}
    numbers = case_numbers(read_letter(query))
    return {
        "kenmerk": numbers[0] if len(numbers) == 1 else None,
        "bedrag": found.bedrag_euro,
        "dagtekening": found.datum_iso,
    }


def _text(value: Json) -> str:
    return f"{value:.2f}".replace(".", ",").removesuffix(",00") if isinstance(value, float) else str(value or "")
