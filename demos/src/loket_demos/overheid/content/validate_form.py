"""The tool `validate_form`: checks the values of a form against its fields and says in plain words what is wrong."""

import re
from datetime import date
from decimal import Decimal, InvalidOperation

from pydantic import AliasChoices, Field, field_validator

from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.safe_pattern import compile_safe, matches

MOST_FIELDS = 20

_email = re.compile(r"[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,5}")
_date = re.compile(
    r"(?P<y1>[0-9]{4})-(?P<m1>[0-9]{1,2})-(?P<d1>[0-9]{1,2})|(?P<d2>[0-9]{1,2})[-/](?P<m2>[0-9]{1,2})[-/](?P<y2>[0-9]{4})"
)
"""`Y-m-d`, `d-m-Y` and `d/m/Y`."""

_thousands = re.compile(r"[+-]?[0-9]{1,3}(?:[.][0-9]{3})+(?:,[0-9]{1,10})?")
"""Groups of three, as in 1.234,50; a point before three digits parts thousands here."""

_number = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,10})?")


class FormField(ToolInput):
    """One field as a form describes it."""

    id: str
    label: str = ""
    type: str = "text"
    required: bool = False
    pattern: str | None = None
    min: float | None = None
    max: float | None = None
    minLength: int | None = None  # noqa: N815
    maxLength: int | None = None  # noqa: N815
    options: tuple[str, ...] = Field(default=(), json_schema_extra={"items": {"type": ["string", "object"]}})

    @field_validator("options", mode="before")
    @classmethod
    def _values(cls, options: object) -> object:
        match options:
            case None:
                return ()
            case [*many]:
                return [str(one.get("value", one.get("label", ""))) if isinstance(one, dict) else one for one in many]
            case _:
                return options


class FormInput(ToolInput):
    """`schema` on the wire."""

    fields: tuple[FormField, ...] = Field(default=(), validation_alias=AliasChoices("schema", "fields"), alias="schema")
    values: dict[str, object] = Field(default_factory=dict[str, object])


class FormError(ToolOutput):
    field: str
    message: str


class FormOutput(ToolOutput):
    ok: bool
    errors: tuple[FormError, ...]


def validate_form(given: FormInput) -> FormOutput:
    """One error at most per field; only the first 20 fields are looked at."""
    errors = [
        FormError(field=field.id, message=message)
        for field in given.fields[:MOST_FIELDS]
        if (message := _wrong(field, given.values.get(field.id))) is not None
    ]
    return FormOutput(ok=not errors, errors=tuple(errors))


def _wrong(field: FormField, value: object) -> str | None:
    text = "" if value is None else str(value).strip()
    if value is False or text == "" or value == []:
        return "Vul dit veld in." if field.required else None
    return _wrong_kind(field, text) or _wrong_length(field, text) or _wrong_pattern(field, text)


def _wrong_kind(field: FormField, text: str) -> str | None:
    match field.type:
        case "email" if len(text) > 320 or not _email.fullmatch(text):
            return "Vul een e-mailadres in, bijvoorbeeld naam@voorbeeld.nl."
        case "number":
            return _wrong_number(field, text)
        case "date" if not _is_date(text):
            return "Vul een datum in, bijvoorbeeld 31-12-2026."
        case "select" if field.options and text not in field.options:
            return "Kies iets uit de lijst."
        case _:
            return None


def number_of(text: str) -> Decimal | None:
    """The number that a person wrote, with a comma or a point before its decimals; None when it is none."""
    try:
        text = text.replace(".", "") if _thousands.fullmatch(text) else text
        return Decimal(text.replace(",", ".")) if _number.fullmatch(text) else None
    except InvalidOperation:
        return None


def _wrong_number(field: FormField, text: str) -> str | None:
    number = number_of(text)
    if number is None:
        return "Vul een getal in, bijvoorbeeld 12,50."
    if field.min is not None and number < Decimal(str(field.min)):
        return f"Het getal moet {_short(field.min)} of hoger zijn."
    if field.max is not None and number > Decimal(str(field.max)):
        return f"Het getal moet {_short(field.max)} of lager zijn."
    return None


def _wrong_length(field: FormField, text: str) -> str | None:
    if field.minLength is not None and len(text) < field.minLength:
        return f"Gebruik ten minste {field.minLength} tekens."
    if field.maxLength is not None and len(text) > field.maxLength:
        return f"Gebruik hooguit {field.maxLength} tekens."
    return None


def _wrong_pattern(field: FormField, text: str) -> str | None:
    if not field.pattern:
        return None
    pattern = compile_safe(field.pattern)
    if pattern is None:
        raise ContentError("invalid_pattern", f"De regel voor het veld {field.id[:60]} kunnen wij niet gebruiken.")
    return None if matches(pattern, text) else "Dit is niet goed ingevuld. Kijk naar het voorbeeld."


def _is_date(text: str) -> bool:
    parts = _date.fullmatch(text)
    if parts is None:
        return False
    year, month, day = parts.group("y1", "m1", "d1") if parts.group("y1") else parts.group("y2", "m2", "d2")
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _short(number: float) -> str:
    return f"{number:g}".replace(".", ",")
