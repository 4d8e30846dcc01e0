"""An agent's own records, searched without a model: what in its knowledge base the arguments of a call are about."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object
from loket.language.tokens import folds

MOST_RECORDS = 2_000
MOST = 5
"""Records that one answer gives."""
SHORTEST = 3
"""Letters of a word that says what something is about; numbers always do."""


@dataclass(frozen=True)
class KnowledgeRecord:
    """A piece of a knowledge base that belongs together: where it lies, what it is, its words."""

    path: tuple[str, ...]
    value: Json
    words: frozenset[str]


@dataclass(frozen=True)
class Searched:
    """The records that arguments are about, the best first; `unknown` are the arguments that no record says anything
    of."""

    records: tuple[KnowledgeRecord, ...]
    unknown: tuple[str, ...]


def searched(knowledge: JsonObject, args: JsonObject) -> Searched:
    """Without any words in the arguments, everything there is, as far as it goes."""
    records = list(_records(knowledge, ()))[:MOST_RECORDS]
    common = Counter(word for record in records for word in record.words)
    asked = {name: words for name, value in args.items() if (words := _telling(value))}
    wanted = frozenset[str]().union(*asked.values())
    if not wanted:
        return Searched(tuple(records[:MOST]), ())
    scored = [(sum(1 / common[word] for word in wanted & record.words), at) for at, record in enumerate(records)]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))[:MOST]
    unknown = [name for name, words in asked.items() if not any(word in common for word in words)]
    return Searched(tuple(records[at] for score, at in best if score * 4 >= best[0][0]), tuple(unknown))


def leaves(value: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every single value, with the names that lead to it."""
    if is_object(value):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif is_list(value):
        for inner in value:
            yield from leaves(inner, path)
    elif value is not None:
        yield path, value


def telling(words: Sequence[str]) -> frozenset[str]:
    """Those words that may say what something is about."""
    return frozenset(word for word in words if len(word) >= SHORTEST or word.isdigit())


def _telling(value: Json) -> frozenset[str]:
    return telling([word for _, leaf in leaves(value) if not isinstance(leaf, bool) for word in folds(str(leaf))])


def _records(value: JsonObject, path: tuple[str, ...]) -> Iterator[KnowledgeRecord]:
    """Objects in lists are records of their own, as is whatever of an object has no such list in it."""
    plain: JsonObject = {}
    for name, inner in value.items():
        if is_object(inner) and (_has_objects(inner) or not path):
            yield from _records(inner, (*path, name))
        elif is_list(inner) and any(is_object(one) for one in inner):
            for one in inner:
                yield from _records(one, (*path, name)) if is_object(one) else (_record((*path, name), one),)
        elif path:
            plain[name] = inner
        else:
            yield _record((name,), inner)
    if plain:
        yield _record(path, plain)


def _has_objects(value: JsonObject) -> bool:
    return any(is_list(inner) and any(is_object(one) for one in inner) for inner in value.values())


def _record(path: tuple[str, ...], value: Json) -> KnowledgeRecord:
    texts = [*path, *[" ".join((*names, str(leaf))) for names, leaf in leaves(value)]]
    return KnowledgeRecord(path, value, telling([word for text in texts for word in folds(text.replace("_", " "))]))
