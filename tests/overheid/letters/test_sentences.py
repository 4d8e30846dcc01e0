"""Sentences and what is quoted know where they stand, whatever the text; lines of a page are put together again."""

from hypothesis import given, settings
from hypothesis import strategies as st

from loket_demos.overheid.content.letter_reading import read_letter
from loket_demos.overheid.content.marked_letter import marked
from loket_demos.overheid.content.sentences import sentences
from tests.tries import tries

LETTER = (
    "Ik maak bezwaar omdat het besluit van dhr. X niet klopt, want ik was ziek. Maar u bent te laat!\n\n- € 74,80 ?"
)
WORDS = st.sampled_from([*LETTER.split(" "), "\n", "\n\n", "3 november 2026", "“"])
TEXTS = st.one_of(st.text(max_size=400), st.lists(WORDS, max_size=60).map(" ".join))


@given(TEXTS)
@settings(max_examples=tries(100))
def test_sentences_are_pieces_of_the_text_in_order(text: str) -> None:
    at = 0
    for one in sentences(text):
        assert text[one.start : one.end] == one.text and one.text.strip() == one.text and one.start >= at
        at = one.end


@given(TEXTS)
@settings(max_examples=tries(100))
def test_all_that_is_quoted_stands_there_and_the_marked_letter_is_the_letter(text: str) -> None:
    reading = read_letter(text)
    for quote in (*reading.grounds, *reading.maybe, *filter(None, (reading.late, reading.excuse))):
        assert text[quote.begin : quote.eind] == quote.tekst
    assert "".join(piece.tekst for piece in marked(text, reading, "3 november 2026", None)) == text


def test_a_line_that_a_page_broke_goes_on_and_one_of_a_list_does_not() -> None:
    broken = "Ik maak bezwaar tegen uw besluit, want ik had toen al zes maanden\ngeen werk meer. Dat weet u."
    broken += "\n- Ten eerste\n- Ten tweede"
    assert [one.text.split()[0] for one in sentences(broken)] == ["Ik", "Dat", "Ten", "Ten"]


def test_short_forms_end_no_sentence() -> None:
    assert len(sentences("Dhr. Test kreeg d.d. 3 nov. een brief van mr. A. Zaak. Dat klopt niet.")) == 2


def test_a_sentence_without_an_end_is_kept_to_its_last_word() -> None:
    words = " ".join(f"woord{n}" for n in range(400))
    assert " ".join(one.text for one in sentences(f"Ik maak bezwaar. {words}")) == f"Ik maak bezwaar. {words}"


def test_a_line_that_somebody_ended_themselves_is_a_sentence_without_its_mark() -> None:
    lines = (
        "kun jij hier een nette brief van maken, ik ben daar niet goed in",
        f"het gaat om mijn moeder, {'ze kreeg vier uur hulp in de week van de gemeente en nu twee, ' * 2}en tilt niets",
        "moet ze zelf tekenen of kan ik dat",
    )
    assert tuple(one.text for one in sentences("\n".join(lines))) == lines


def test_a_number_ends_a_sentence_and_none_where_it_counts() -> None:
    assert len(sentences("Er is ook een dochter van 7. Ik moet om half 4 weg.")) == 2
    assert len(sentences("1. Wij wonen er nog. 2. De huur is betaald.")) == 2
