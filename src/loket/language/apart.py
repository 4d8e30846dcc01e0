"""What sets the values of a list apart from each other: a word that several of them share names none of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from loket.language.languages import concepts, language
from loket.language.lexicon import FieldWords, lexicon
from loket.language.message import Message
from loket.language.tokens import folds, stem

Text = tuple[str, ...]
Apart = tuple[tuple[Text, Text], ...]


def setting_apart(every: Sequence[Sequence[Text]], code: str) -> list[Apart]:
    """For each value those of its texts that differ from another value's by small words alone (`out of the water`),
    with the words that have to be there, in order."""
    spread = Counter(f for said in every for f in {f for text in said for f in text})
    contents = [{_content(text, code) for text in said} for said in every]
    found: list[Apart] = []
    for at, said in enumerate(every):
        others = frozenset[frozenset[str]]().union(*contents[:at], *contents[at + 1 :])
        needed = ((text, _needed(text, spread, code)) for text in said if text)
        alike = ((text, words, _content(text, code)) for text, words in needed)
        found.append(
            tuple(
                (text, words)
                for text, words, content in alike
                if content in others or (len(words) > len(content) and any(content < other for other in others))
            )
        )
    return found


def _content(text: Text, code: str) -> frozenset[str]:
    """The words of a text that carry a meaning; all when none does."""
    function = language(code).function
    return frozenset(f for f in text if f not in function) or frozenset(text)


def _needed(text: Text, spread: Mapping[str, int], code: str) -> Text:
    content = _content(text, code)
    return tuple(f for f in text if f in content or spread[f] == 1)


def in_order(message: Message, needed: Text) -> Iterator[range]:
    """Where these words stand in this order, with nothing but small words between them."""
    for begin in (at for at, folded in enumerate(message.folds) if folded == needed[0]):
        end = begin + 1
        for wanted in needed[1:]:
            while end < len(message.folds) and message.folds[end] != wanted and not message.weights[end]:
                end += 1
            if message.folds[end : end + 1] != (wanted,):
                break
            end += 1
        else:
            yield range(begin, end)


def of_heads(every: Sequence[Iterable[Text]], code: str, own: FieldWords) -> frozenset[str]:
    """The concepts of what several values are compounds of: `Zimmer`, of `Einzelzimmer` and `Doppelzimmer`."""
    book = lexicon(code, own)
    heads = Counter(head for said in every for head in {book.head(text[0]) for text in said if len(text) == 1})
    return frozenset(concept for head, times in heads.items() if times > 1 for concept in book.single.get(head, ()))


def kinds(said: Iterable[Text], meant: AbstractSet[str], code: str) -> frozenset[str]:
    """The concepts that a value is the word for, and no example of: `dog` of dogs, but not `chocolate` of sweets."""
    texts = {tuple(stem(f, tongue) for f in text) for text in said for tongue in {code, "en"}}
    return frozenset(one for one in meant if one not in concepts() or texts & _heads(one, code))


def _heads(concept: str, code: str) -> set[Text]:
    spoken = concepts()[concept]
    first = [(spoken[tongue].split(",")[0], tongue) for tongue in {code, "en"} if tongue in spoken]
    return {tuple(stem(f, tongue) for f in folds(entry)) for entry, tongue in first}
