"""Only a yes without an if or a but agrees: what reserves, limits or turns it around leaves a held call as it is."""

import pytest

from loket.planners.consenting import agrees


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
