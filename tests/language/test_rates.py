"""Amounts with their periods, in four languages and whatever they are spoken of; what is corrected, holds."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.language import read
from loket.language.corrections import settled
from loket.language.rates import Rate, rates

TODAY = date(2026, 11, 23)
WRITTEN = {"nl": ".", "de": ".", "pt": ".", "en": ","}
"""What stands between thousands."""
PER = {
    "nl": {"month": ("{} per maand", "{} in de maand", "maandinkomen van {}", "{} p/m", "{} maandelijks"),
           "year": ("{} per jaar", "jaarsalaris {}", "per jaar krijg ik {}"), "week": ("{} per week",)},
    "de": {"month": ("{} im Monat", "Monatslohn von {}", "{} monatlich"), "year": ("{} pro Jahr", "Jahresgehalt {}")},
    "pt": {"month": ("{} por mês", "renda mensal de {}"), "year": ("{} por ano", "{} anuais")},
    "en": {"month": ("{} a month", "monthly income of {}"), "year": ("{} per year", "{} annually")},
}  # fmt: skip


def rates_in(text: str, locale: str = "nl") -> tuple[Rate, ...]:
    return rates(settled(read(text, TODAY, locale)))


def only_rate(text: str, locale: str = "nl") -> Rate:
    (only,) = rates_in(text, locale)
    return only


@given(data=st.data(), amount=st.integers(2_101, 999_999), grouped=st.booleans(), currency=st.booleans())
def test_an_amount_is_read_with_its_period(data: st.DataObject, amount: int, grouped: bool, currency: bool) -> None:
    code = data.draw(st.sampled_from(sorted(PER)))
    unit = data.draw(st.sampled_from(sorted(PER[code])))
    said = f"{amount:,}".replace(",", WRITTEN[code]) if grouped else str(amount)
    text = data.draw(st.sampled_from(PER[code][unit])).format(f"{said} euro" if currency else said)
    rate = only_rate(text, code)
    assert (rate.value, rate.per, rate.every) == (amount, unit, 1)
    assert rate.money == currency


def test_a_figure_is_of_no_language() -> None:
    assert only_rate("7.000 per week").value == 7_000


@pytest.mark.parametrize(
    ("text", "value", "per"),
    [
        ("1.800,10 maandelijks", 1_800.1, "month"),
        ("200,12 wekelijks", 200.12, "week"),
        ("€ 9 dagelijks", 9, "day"),
        ("€12 maandelijks", 12, "month"),
        ("€ 12 p/u", 12, "hour"),
    ],
)
def test_the_end_of_a_price_counts_no_periods(text: str, value: float, per: str) -> None:
    rate = only_rate(text)
    assert (rate.value, rate.per, rate.every) == (value, per, 1)


@given(before=st.integers(2_101, 99_999), after=st.integers(2_101, 99_999), locale=st.sampled_from(sorted(PER)))
def test_the_last_word_on_an_amount_holds(before: int, after: int, locale: str) -> None:
    says = {"nl": "{}, o nee {}", "de": "{}, nein, {}", "pt": "{}, quero dizer, {}", "en": "{}, no wait, {}"}
    rate = only_rate(says[locale].format(before, after), locale)
    assert rate.value == after
    denies = {"nl": "niet {} maar {}", "de": "nicht {} sondern {}", "pt": "não {} mas {}", "en": "not {} but {}"}
    assert only_rate(denies[locale].format(before, after), locale).value == after


@given(text=st.text(max_size=200), locale=st.sampled_from(sorted(PER)))
def test_any_text_is_read_in_order(text: str, locale: str) -> None:
    spans = [(rate.start, rate.end) for rate in rates_in(text, locale)]
    assert spans == sorted(spans) and all(0 <= start < end <= len(text) for start, end in spans)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("35k", 35_000),
        ("35 duizend euro", 35_000),
        ("vijfendertigduizend", 35_000),
        ("een miljoen euro", 1_000_000),
        ("een duizend euro", 1_000),
        ("drieduizend vijfhonderd euro", 3_500),
        ("€ 2.500,-", 2_500),
        ("1.234,50", 1_234.5),
        ("30 000 euro", 30_000),
    ],
)
def test_figures_and_words(text: str, value: float) -> None:
    assert only_rate(text).value == value


def test_hours_of_a_week_and_the_price_of_an_hour_are_two_things() -> None:
    hours, price = rates_in("opvang van 20 uur per week voor 9,50 euro per uur")
    assert (hours.value, hours.unit, hours.per) == (20, "hour", "week")
    assert (price.value, price.money, price.unit, price.per) == (9.5, True, "", "hour")


def test_four_weeks_are_a_period_and_no_amount() -> None:
    assert (only_rate("1900 euro per vier weken").per, only_rate("1900 euro per 4 weken").every) == ("week", 4)
    for text in ("vierwekelijks 1900 euro", "4-wekelijks 1900", "1900 euro per periode van vier weken"):
        assert (only_rate(text).value, only_rate(text).per, only_rate(text).every) == (1900, "week", 4), text
    assert only_rate("vierwöchentlich 1900", "de").every == 4
    assert (only_rate("600 p/w").per, only_rate("600 p/w").every) == ("week", 1)


def test_each_amount_has_its_own_period() -> None:
    rent, income = rates_in("750 euro huur per maand en 30000 euro inkomen per jaar")
    assert (rent.per, income.per) == ("month", "year")


@pytest.mark.parametrize(
    "text", ["per maand in 2025", "in 2025", "ik ben 17 jaar", "vanaf 12 januari 2026", "een kind van 8", "groep 5"]
)
def test_years_ages_and_dates_are_no_amounts(text: str) -> None:
    assert rates_in(text) == ()


def test_a_longer_word_speaks_of_the_amount_behind_it() -> None:
    assert [rate.value for rate in rates_in("in 2026 met een jaarinkomen van ongeveer 32.500 euro")] == [32_500]
    child = only_rate("mijn kind gaat 80 uur per maand")
    assert (child.value, child.unit, child.per) == (80, "hour", "month")


def test_two_amounts_of_two_things_are_no_correction() -> None:
    assert [rate.value for rate in rates_in("inkomen 25000, nee, huur 750")] == [25_000, 750]


def test_an_amount_of_money_does_not_go_on_in_the_next_sentence() -> None:
    text = "Samen 170.000 euro. Eén kind, en drieduizend vijfhonderd euro."
    assert [rate.value for rate in rates_in(text)] == [170_000, 1, 3_500]
