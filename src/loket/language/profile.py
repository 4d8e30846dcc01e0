"""A skill as the index knows it: its words and concepts with what each is worth, its letter groups and its fields."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from loket.core.actions import Choice
from loket.language.detection import detect
from loket.language.fields import Field, fields_of
from loket.language.languages import language
from loket.language.lexicon import EVERYDAY, FieldWords, asking, lexicon
from loket.language.skill import Skill
from loket.language.tenses import grammar, tells_past
from loket.language.tokens import LANGUAGES, grams, parts, stem, words

NAME, TAG, EXAMPLE, ABOUT, VALUE, FIELD = 1.0, 1.0, 0.75, 0.8, 0.7, 0.4
"""What a word is worth by where it stands: a request that names the skill outright must outrank everything."""

WORD = 0.5
"""What a word of a listed value is worth by itself: it fills a slot, but hardly says what is wanted."""

PART = 0.9
"""What each half of a compound is worth of the whole."""

TAKING = frozenset(["hide", "cancel", "end_contract", "reschedule", "block", "pause"])
"""Concepts of skills that take something away or undo it: nobody means them without saying so."""

AHEAD = frozenset(["appointment", "book", "call_vehicle", "hold_item", "pause", "reschedule"])
"""Concepts of skills whose days lie ahead: nobody books yesterday."""

CANCEL, CHANGE = "cancel", "change"
"""What a skill does with a number of what there is."""

HOLDING = frozenset(["hold_item"])
"""Concepts of skills that keep something until a day."""

TELLING = frozenset(["report", "pass_on"])
"""Concepts of skills that are told what is or was."""

DAYS = frozenset(["date", "moment"])
"""Kinds of properties that are days."""

SAID = ("title", "description")
"""What a schema says of a property in words."""

SENTENCE = re.compile(r"(?<=[.;!])\s+")
"""Between the sentences of a description. What one of them denies (`Books nothing.`) says nothing for a skill."""

MOST_WORDS = 400
"""Words of a skill that are read; cards that write novels are cut."""


@dataclass(frozen=True)
class Profile:
    """What a skill is known by. `folds` are its words as written, for compounds and slips; `grams` are of length 1."""

    skill: Skill
    code: str
    fields: tuple[Field, ...]
    stems: Mapping[str, float]
    folds: Mapping[str, float]
    concepts: Mapping[str, float]
    grams: Mapping[str, float]
    taking: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    topical: frozenset[str] = frozenset()
    """What its name, description and tags mean beside the values that it lists."""

    @property
    def label(self) -> str:
        """What people call it."""
        named = parts(self.skill.name or self.skill.id).strip()
        return self.skill.name if " " in self.skill.name else named[:1].upper() + named[1:]

    @property
    def choice(self) -> Choice:
        """It as one of several that a person chooses from."""
        return Choice(id=self.skill.id[:80], label=self.label)


def profile(skill: Skill, usual: str, own: FieldWords = EVERYDAY) -> Profile:
    """Reads a skill; `usual` is the language of the assistant, which most of its cards are in, `own` the words of its
    field."""
    sample = " ".join((parts(skill.name), skill.description, *skill.tags, *skill.examples))[:1000]
    code = skill.lang[:2].lower() or detect(sample, words(sample), usual)
    fields = _apart(skill, fields_of(skill.parameters, code, own), code, own)
    stems: dict[str, float] = defaultdict(float)
    folds: dict[str, float] = defaultdict(float)
    concepts: dict[str, float] = defaultdict(float)
    counts: dict[str, float] = defaultdict(float)
    known: set[str] = set()
    tongue, book = language(code), lexicon(code, own)
    ends = {said for field in fields if field.way for value in field.values for said in value.said}
    for text, worth in _texts(skill, fields):
        found = words(text)[:MOST_WORDS]
        roots = [stem(word.fold, code) for word in found]
        listed = _listed(fields) if worth == EXAMPLE else frozenset[str]()
        for word, root in zip(found, roots, strict=True):
            # An example names one value of many; the others would have done as well.
            if word.fold in listed or word.fold in tongue.function or (len(word.fold) < 2 and not word.fold.isdigit()):
                continue
            light = word.fold in tongue.light
            if worth != EXAMPLE:
                known.add(root)
            said = (WORD if worth == VALUE else worth) * (0.4 if light else 1)
            stems[root] = max(stems[root], said)
            folds[word.fold] = max(folds[word.fold], said)
            if not light:
                for part in book.halves(word.fold) if worth >= TAG * 0.95 else ():
                    half = stem(part, code)
                    stems[half] = max(stems[half], worth * PART)
                for gram in grams(word.fold):
                    counts[gram] += worth
        direct = book.meanings([word.fold for word in found], roots)
        whole = {at for one in direct for at in range(one.start, one.end)}
        meant = [one.concept for one in direct]
        for at, word in enumerate(found):
            if word.fold not in tongue.light:
                meant += [concept for concept in book.compound(word.fold) if at not in whole or worth >= TAG * 0.95]
        if worth == VALUE and tuple(word.fold for word in found) in ends:
            # The ends of a way are places, whatever their names mean by themselves.
            meant = []
        if worth == EXAMPLE:
            meant = [concept for concept in meant if not any(concept in v.concepts for f in fields for v in f.values)]
        for concept in meant:
            concepts[concept] = max(concepts[concept], worth)
    length = math.sqrt(sum(count * count for count in counts.values())) or 1.0
    vector = {gram: count / length for gram, count in counts.items()}
    outright = {concept for concept, worth in concepts.items() if worth >= NAME * 0.95}
    taking = TAKING & outright
    ahead, told, held = (bool(some & outright) for some in (AHEAD, TELLING, HOLDING))
    held = held and sum(one.kind in DAYS for one in fields) == 1
    if ahead:
        fields = tuple(replace(one, ahead=not one.past, last=one.last or held) for one in fields)
    else:
        fields = tuple(replace(one, past=one.past or _was(one, code), reported=told) for one in fields)
    fields = tuple(replace(one, part=_part(one, outright)) for one in fields)
    return Profile(skill, code, fields, dict(stems), dict(folds), dict(concepts), vector, taking, frozenset(known),
                   _topical(skill, fields, code, own))  # fmt: skip


def _topical(skill: Skill, fields: tuple[Field, ...], code: str, own: FieldWords) -> frozenset[str]:
    """The concepts of what a skill is about; where it names one of its values (`city bikes and e-bikes`), that is no
    word for all of them."""
    folds = [word.fold for text in (parts(skill.name), skill.description, *skill.tags) for word in words(text)]
    roots, listed = [stem(folded, code) for folded in folds], {stem(folded, code) for folded in _listed(fields)}
    found = lexicon(code, own).meanings(folds, roots)
    return frozenset(one.concept for one in found if listed.isdisjoint(roots[one.start : one.end]))


def _apart(skill: Skill, fields: tuple[Field, ...], code: str, own: FieldWords) -> tuple[Field, ...]:
    """The properties, those of yes or no without what the skill itself is known by: whoever makes an
    appointment has not told that it is the first visit."""
    if not any(one.kind == "flag" for one in fields):
        return fields
    folds = [word.fold for text in (parts(skill.name), skill.description, *skill.tags) for word in words(text)]
    roots = [stem(folded, code) for folded in folds]
    meant = {one.concept for one in lexicon(code, own).meanings(folds, roots)}
    # What two of them mean tells neither: a monitor is no keyboard, though both are of a computer.
    every = Counter(concept for one in fields if one.kind == "flag" for concept in one.named_concepts)
    meant |= {concept for concept, times in every.items() if times > 1}
    return tuple(
        replace(one, named=_telling(one, fields, set(roots), code, own), named_concepts=one.named_concepts - meant)
        if one.kind == "flag"
        else one
        for one in fields
    )


def _telling(
    one: Field, fields: tuple[Field, ...], roots: AbstractSet[str], code: str, own: FieldWords
) -> frozenset[str]:
    """The stems that tell a property of yes or no: of its name, and of its description the one that nothing else of the
    skill has, and that is neither a deed nor its participle (`Is urgent`, `Mit Klavier oder Flügel gewünscht`)."""
    named = one.named - roots or one.named
    others, tongue = named.union(roots, *(other.stems for other in fields if other is not one)), language(code)
    said = (word.fold for word in words(SENTENCE.split(str(one.schema.get("description", "")))[0]))
    content = (folded for folded in said if folded.isalpha() and not (tongue.little(folded) or folded in tongue.light))
    single, acts, done = lexicon(code, own).single, asking(), grammar(code).done
    things = {stem(folded, code) for folded in content if not done.fullmatch(folded)} - others
    things = {root for root in things if acts.isdisjoint(single.get(root, ()))}
    return named | (things if len(things) == 1 else set[str]())


def _part(one: Field, outright: AbstractSet[str]) -> str:
    """What of what there is a number counts that a skill changes: what stays, or what goes."""
    if CANCEL in one.concepts or CANCEL in outright:
        return "goes"
    return "stays" if CHANGE in outright else ""


def _was(one: Field, code: str) -> bool:
    """Whether the words of a day speak of what was."""
    return one.kind in DAYS and any(tells_past(str(one.schema.get(key, "")), code) for key in SAID)


def _listed(fields: tuple[Field, ...]) -> frozenset[str]:
    return frozenset(f for field in fields for value in field.values for said in value.said for f in said)


def _texts(skill: Skill, fields: tuple[Field, ...]) -> Iterator[tuple[str, float]]:
    yield parts(skill.name), NAME
    yield parts(skill.id), NAME * 0.95
    nothing = {said for one in LANGUAGES for said in language(one).data["nothing"]}
    sentences = SENTENCE.split(skill.description)
    yield " ".join(one for one in sentences if nothing.isdisjoint(word.fold for word in words(one))), ABOUT
    for tag in skill.tags:
        yield tag, TAG
    for example in skill.examples:
        yield example, EXAMPLE
    for field in fields:
        yield f"{parts(field.name)} {field.schema.get('description', '')}", FIELD
        for value in field.values[:40]:
            for said in value.said:
                yield " ".join(said), VALUE
