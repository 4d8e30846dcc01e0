"""What a person's words about their household mean: partner, children, a change, a study."""

from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.words import any_found, plain


class SituationWords(DataRow):
    geen_partner: tuple[str, ...]
    partner: tuple[str, ...]
    geen_kinderen: tuple[str, ...]
    kinderen: tuple[str, ...]
    verandert: tuple[str, ...]
    student: tuple[str, ...]
    alleen: tuple[str, ...]


class Household(DataRow):
    partner: bool = False
    children: bool = False
    changing: bool = False
    student: bool = False
    alone: bool = False


@cache
def situation_words() -> SituationWords:
    """The word lists, read once."""
    return read("situatie", SituationWords)


def household(situatie: object) -> Household:
    """The household that `situatie` describes; what it does not say is False."""
    if not isinstance(situatie, str):
        return Household()
    lists = situation_words()
    words = plain(situatie[:1000])
    partner = any_found(lists.partner, words) and not any_found(lists.geen_partner, words)
    return Household(
        partner=partner,
        children=any_found(lists.kinderen, words) and not any_found(lists.geen_kinderen, words),
        changing=any_found(lists.verandert, words),
        student=any_found(lists.student, words),
        alone=any_found(lists.alleen, words) and not partner,
    )
