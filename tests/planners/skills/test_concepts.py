"""The data of concepts hangs together: what a file names is somewhere said, in every language."""

from loket.language.languages import concepts, fields_of_life, general, kin, lumps
from loket.language.tokens import LANGUAGES


def test_what_is_named_as_kin_kind_or_field_is_a_concept() -> None:
    named = {other for others in kin().values() for other in others} | set(kin())
    named |= {wide for said in concepts().values() for wide in said.get("is", "").replace(",", " ").split()}
    named |= set(lumps()) | set(fields_of_life()) | general()
    assert sorted(named - set(concepts())) == []


def test_a_concept_that_is_said_is_said_in_every_language() -> None:
    said = {concept: {code for code in LANGUAGES if by.get(code, "").strip()} for concept, by in concepts().items()}
    assert {concept: set(LANGUAGES) - codes for concept, codes in said.items() if 0 < len(codes) < len(LANGUAGES)} == {}


def test_what_is_said_are_words_with_commas_between() -> None:
    lists = [(concept, by[code]) for concept, by in concepts().items() for code in LANGUAGES if by.get(code)]
    assert [concept for concept, words in lists if not all(word.strip() for word in words.split(","))] == []
