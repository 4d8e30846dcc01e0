"""Words that one writes together and another apart: `shinpads` and `shin pads` are the same."""

from itertools import pairwise

from loket.language.tokens import words


def spaced_like(text: str, other: str) -> str:
    """The text with its words together or apart as the other text has them."""
    theirs, ours = words(other), words(text)
    apart = {one.fold + two.fold: f"{one.text} {two.text}" for one, two in pairwise(theirs)}
    whole = {word.fold for word in theirs}
    changes = [(word.start, word.end, apart[word.fold]) for word in ours if word.fold in apart]
    joins = [(one, two) for one, two in pairwise(ours) if one.fold + two.fold in whole]
    changes += [(one.start, two.end, text[one.start : one.end] + text[two.start : two.end]) for one, two in joins]
    for start, end, written in sorted(changes, reverse=True):
        text = text[:start] + written + text[end:]
    return text


def single_spaced(phrase: str) -> str:
    """The phrase with one space between its words."""
    return " ".join(phrase.split())
