"""Writes what everybody calls currencies, countries, languages, units and parts of a day, from the Common Locale Data
Repository (Unicode License v3) as Babel brings it: `src/loket/language/standards.json`."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_name
from babel.units import format_unit

LOCALES = ("nl", "de", "pt", "pt_PT", "en", "en_GB")
"""Whose names are taken; those of two countries with one language are names of that language."""

Locales = Sequence[Locale]
UNITS = (
    *(f"length-{one}" for one in ("millimeter", "centimeter", "decimeter", "meter", "kilometer")),
    *(f"length-{one}" for one in ("inch", "foot", "yard", "mile")),
    *(f"mass-{one}" for one in ("milligram", "gram", "kilogram", "tonne", "ounce", "pound", "stone")),
    *(f"volume-{one}" for one in ("milliliter", "centiliter", "deciliter", "liter", "cubic-meter")),
    *(f"area-{one}" for one in ("square-centimeter", "square-meter", "hectare", "square-kilometer", "acre")),
    *(f"duration-{one}" for one in ("second", "minute", "hour", "day", "week", "month", "quarter", "year")),
)
OF_OLD = frozenset([("nl", "mass-pound"), ("de", "mass-pound"), ("nl", "mass-ounce"), ("de", "mass-ounce")])
"""Where a pound is also half a kilogram, nobody can say which is meant."""

PARTS = {
    "morning": ("morning1", "morning2"),
    "afternoon": ("afternoon1", "afternoon2"),
    "evening": ("evening1", "evening2"),
    "night": ("night1", "night2"),
}
"""The parts of a day as most people have them, of those that the repository knows."""


def standards() -> str:
    """The file's text: each kind of standard by code, with its names by language; `any` are those of all languages."""
    locales = [Locale.parse(code) for code in LOCALES]
    found: Mapping[str, Any] = {
        "currency": dict(_currencies(locales)),
        "territory": dict(_territories(locales)),
        "language": dict(_languages(locales)),
        "unit": dict(_units(locales)),
        "daypart": dict(_dayparts(locales)),
    }
    lines = [
        f" {json.dumps(kind)}: {{\n"
        + ",\n".join(f"  {json.dumps(code)}: {json.dumps(said, ensure_ascii=False)}" for code, said in table.items())
        + "\n }"
        for kind, table in found.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


Entries = Iterator[tuple[str, dict[str, list[Any]]]]


def _names_by_language(any_: list[str], by: Mapping[str, list[str]]) -> dict[str, list[str]]:
    rows = {"any": any_, **by}
    return {code: list({one.lower(): one for one in reversed(said) if one}.values()) for code, said in rows.items()}


def _each(locales: Locales, names: Callable[[Locale], list[str]]) -> dict[str, list[str]]:
    """The names by language."""
    found: dict[str, list[str]] = {}
    for locale in locales:
        found.setdefault(locale.language, []).extend(names(locale))
    return found


def _currencies(locales: Locales) -> Entries:
    every = (row for rows in get_global("territory_currencies").values() for row in rows)
    today = {code for code, _, until, tender in every if until is None and tender}
    for code in sorted(today):
        symbols = [str(one.currency_symbols.get(code, "")) for one in locales]
        names = _each(locales, lambda one, code=code: _currency_names(one, code))
        yield code, _names_by_language([code, *(symbol for symbol in symbols if symbol != code)], names)


def _currency_names(locale: Locale, code: str) -> list[str]:
    return [get_currency_name(code, count, locale) for count in (None, 1, 2)] if code in locale.currencies else []


def _territories(locales: Locales) -> Entries:
    longer = _aliases("territory_aliases")
    for code in sorted(locales[0].territories):
        if re.fullmatch(r"[A-Z]{2}", code) and code not in ("EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"):
            names = _each(locales, lambda one, code=code: [str(one.territories.get(code, ""))])
            yield code, _names_by_language([code, *longer.get(code, [])], names)


def _languages(locales: Locales) -> Entries:
    longer = _aliases("language_aliases")
    for code in sorted(locales[0].languages):
        if re.fullmatch(r"[a-z]{2}", code):
            names = _each(locales, lambda one, code=code: [str(one.languages.get(code, ""))])
            yield code, _names_by_language([code, *longer.get(code, [])], names)


def _aliases(table: Literal["territory_aliases", "language_aliases"]) -> dict[str, list[str]]:
    """The longer codes of each code, and those that were given to nothing else: UK."""
    found: dict[str, list[str]] = {}
    for alias, codes in get_global(table).items():
        code = codes if isinstance(codes, str) else codes[0] if len(codes) == 1 else ""
        if re.fullmatch(r"[A-Z]{3}|UK|[a-z]{3}", alias):
            found.setdefault(code, []).append(alias)
    return found


def _units(locales: Locales) -> Entries:
    for unit in UNITS:
        names = _each(locales, lambda one, unit=unit: _unit_names(one, unit))
        yield (
            unit,
            _names_by_language([], {tongue: said for tongue, said in names.items() if (tongue, unit) not in OF_OLD}),
        )


def _unit_names(locale: Locale, unit: str) -> list[str]:
    forms = [format_unit(count, unit, length, locale=locale) for length in ("long", "short") for count in (1, 2)]
    return [form.strip("12 .\xa0") for form in forms if unit not in form]


def _dayparts(locales: Locales) -> Entries:
    for part, names in PARTS.items():
        said = _each(locales, lambda one, names=names: [text for name in names for text in _part_names(one, name)])
        hours = [row for one in locales for name in names for row in _hours(one, name)]
        yield part, _names_by_language([], said) | {"hours": hours}


def _part_names(locale: Locale, part: str) -> list[str]:
    tables = [dict(table) for form in dict(locale.day_periods).values() for table in dict(form).values()]
    return [str(table[part]) for table in tables if part in table]


def _hours(locale: Locale, part: str) -> Iterator[list[Any]]:
    """From which minute of the day to which it is this part, in a language; those of one country do not count."""
    if locale.territory:
        return
    for rule in dict(locale.day_period_rules).get(None, {}).get(part, []):
        if "from" in rule and "before" in rule:
            yield [locale.language, int(rule["from"]) // 60, int(rule["before"]) // 60]
