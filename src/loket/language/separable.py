"""Verbs that stand apart from their particle: `blende den Wald aus` means what `ausblenden` means."""

from collections.abc import Mapping, Sequence

from loket.language.languages import Language
from loket.language.lexicon import BEGINNING, Lexicon, Meaning
from loket.language.tokens import Word, stem

REACH = 12
"""So many words before its particle a verb is looked for."""


def separated(
    text: str, found: Sequence[Word], weights: Sequence[float], tongue: Language, book: Lexicon
) -> list[Meaning]:
    """The concepts of the verbs of a text whose particle stands apart, at both places; `found` are its words."""
    particles, single = tongue.particles, book.single
    if not particles:
        return []
    extra: list[Meaning] = []
    for at, word in enumerate(found):
        if word.fold not in particles:
            continue
        before = range(at - 1, max(-1, at - REACH), -1)
        verbs = [back for back in before if found[back].text.isalpha() and weights[back]]
        likely = [back for back in verbs if (word.fold + found[back].fold)[:BEGINNING] in book.beginnings]
        joined = ((back, _whole(single, word.fold + found[back].fold, tongue.code)) for back in likely)
        verb = next(((back, concepts) for back, concepts in joined if concepts), None)
        if verb is not None:
            places = ((verb[0], verb[0] + 1), (at, at + 1))
            extra += [Meaning(concept, *place) for concept in sorted(verb[1]) for place in places]
        elif particles[word.fold] and _ends_clause(text, found, at, tongue):
            extra.append(Meaning(particles[word.fold], at, at + 1))
    return extra


def _ends_clause(text: str, found: Sequence[Word], at: int, tongue: Language) -> bool:
    if at + 1 == len(found):
        return True
    between = text[found[at].end : found[at + 1].start]
    return any(c in between for c in ".,;!?") or found[at + 1].fold in tongue.joins


def _whole(single: Mapping[str, frozenset[str]], verb: str, code: str) -> frozenset[str] | None:
    """What a verb means that was put together from its parts, whatever form it had."""
    return single.get(stem(verb, code)) or single.get(stem(verb + "en", code))
