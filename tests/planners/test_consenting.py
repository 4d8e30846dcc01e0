"""Only a yes without an if or a but agrees: what reserves, limits or turns it around leaves a held call as it is."""

from datetime import UTC, datetime

import pytest

from loket.core.data import JsonObject
from loket.core.tool_spec import ToolSpec
from loket.language.consent import agrees
from loket.planners.consenting import WordsOfConsent

FIXED: JsonObject = {"type": "string", "title": "Account", "readOnly": True}
DAY: JsonObject = {"type": "string", "format": "date"}
PAY = ToolSpec(
    name="pay", title="Pay", description="Pays.", input={"type": "object", "properties": {"account": FIXED, "day": DAY}}
)


@pytest.mark.parametrize(
    "said",
    [
        "yes but",
        "yes but only for me",
        "if yes",
        "yes if I can",
        "yes, only after he has",
        "it would be ok if I was there",
        "nothing is ok",
        "none of it is ok",
        "can't do it, ok",
        "I'd do it later",
        "sure, I will do that myself",
        "yes to the other one",
        "yes later",
        "ja maar",
        "ja als het kan",
        "ja, maar eerst dat andere",
        "ja, vandaag",
        "ja, morgen",
        "ja, wenn ich das kann",
        "ja, aber nur für mich",
        "sim, mas só depois",
        "sim, se eu estiver aí",
    ],
)
def test_a_yes_with_an_if_or_a_but_is_none(said: str) -> None:
    assert agrees(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "yes",
        "yes, do it please",
        "OK, thank you very much",
        "yes that is fine",
        "yes you can",
        "ja hoor, dank u wel",
        "ja, dat is goed",
        "ja, doe dit",
        "ja, das ist in Ordnung, danke",
        "sim, pode enviar, obrigado",
        "isso mesmo",
    ],
)
def test_a_yes_with_what_is_polite_is_one(said: str) -> None:
    assert agrees(said) is True


@pytest.mark.parametrize("said", ["no, go ahead", "ja, of toch niet", "yes please stop", "no problem, do it"])
def test_a_no_among_the_first_words_wins(said: str) -> None:
    assert agrees(said) is False


@pytest.mark.parametrize(
    ("said", "day"), [("account NL02 instead", None), ("1e9", None), ("no wait, 2026-11-26", "2026-11-26")]
)
def test_words_change_nothing_that_is_fixed(said: str, day: str | None) -> None:
    args: JsonObject = {"account": "NL01", "day": "2026-11-25"}
    heard = WordsOfConsent().consents(said, (PAY, args), {}, datetime(2026, 11, 23, tzinfo=UTC), "en")
    assert heard == ({**args, "day": day} if day else None)
