"""Reads a message: which requests are in it, in order, and what each is about. No place is looked up here.

The words come from the skills planner's languages and from our data file; what is here is how requests for a map hang
together: acts carry over commas, things share what they are about, and names with an article are maps."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from unicodedata import normalize

from loket.planners.skills.languages import language
from loket.planners.skills.memory import turn_of
from loket.planners.skills.message import Message
from loket_assistants.sogis.planner_pieces import HARD, REGISTER, Piece, Reading
from loket_assistants.sogis.planner_request import REST, Request, Wish
from loket_assistants.sogis.planner_subjects import Subject
from loket_assistants.sogis.planner_topics import asked, within
from loket_assistants.sogis.planner_words import heard, small, vocabulary

VERBS = ("wipe", "remove", "hide", "load", "go", "see")
"""The concepts of verbs, the strongest first."""
MOST = 1_000
"""Characters of a message that are read: nobody asks for so much in one sentence."""
REQUESTS = 8
SHORT = 4
"""Words of the name of a place."""
_TAGS = re.compile(r"</?[a-zA-Z]{1,8}>|[\x00-\x09\x0b-\x1f\x7f]")
_UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_COUNTED = re.compile(r"\s+\d{1,2}[.)]\s+(?=\S)")
_MARKER = re.compile(r"(?m)^\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")


def cleaned(text: str) -> str:
    """The part of a message that is read: no tags, no marks of a list, no characters that nobody sees. Letters that
    were put together of two, as in names of files and PDFs, are one."""
    plain = _TAGS.sub(" ", _UNSEEN.sub("", normalize("NFC", text[:MOST])))
    if re.match(r"\s*1[.)]\s", plain):
        plain = _COUNTED.sub("\n", plain)
    return _MARKER.sub("", plain)


def requests(text: str, now: datetime, locale: str = "de", spoken: str = "") -> tuple[Request, ...]:
    """The requests of a message; none when nothing in it can be done."""
    return requested(heard(cleaned(text), now, locale, spoken))


def requested(message: Message) -> tuple[Request, ...]:
    """The requests of a message that was read."""
    if greeted(message):
        return ()
    reader = Reader()
    for piece in Reading(message).pieces:
        reader.take(piece)
    if all(one.intent == "clarification" and not one.says for one in reader.found):
        return ()
    found = reader.found if len(reader.found) <= REQUESTS else [*reader.found[:REQUESTS], REST]
    return tuple(one.model_copy(update={"at": at}) for at, one in enumerate(found))


def greeted(message: Message) -> Message | None:
    """The message in the language in which it only greets or thanks; None when it says more. A short one is tried in
    each language that we speak, because a greeting tells none."""
    if len(message.words) > SHORT:
        return message if turn_of(message).empty else None
    spoken = [message, *(Message(message.text, language(code), message.today) for code in vocabulary().words)]
    return next((one for one in spoken if turn_of(one).empty), None)


@dataclass
class Reader:
    """Takes the pieces of a message in their order."""

    found: list[Request] = field(default_factory=list[Request])
    act: str = ""
    later: list[Request] = field(default_factory=list[Request])
    group: list[Request] = field(default_factory=list[Request])
    """The things of this sentence, which a further subject is for as well."""
    commune: str = ""
    """The commune that was named last in this sentence."""

    def take(self, piece: Piece) -> None:
        """One more piece."""
        code = piece.reading.message.tongue.code
        if piece.joint == HARD:
            self.act, self.group, self.commune = "", [], ""
        act = act_of(piece)
        if piece.negated and (piece.things or piece.name or piece.subjects):
            self.act = act or self.act
            return
        new = [self._settled(one) for one in self._wishes(piece, act)]
        self.act = act or self.act
        if piece.begins in small(code).before:
            self.later += new
            return
        self.found += [*new, *self.later]
        self.later = [] if new else self.later

    def _settled(self, request: Request) -> Request:
        """A parcel without a commune lies in the one that was named before it in its sentence."""
        if request.intent == "search_place":
            self.commune = request.q
        elif request.number and not request.loose:
            self.commune = request.municipality or self.commune
            return request.model_copy(update={"municipality": self.commune})
        return request

    def _wishes(self, piece: Piece, act: str) -> list[Request]:
        made = self._things(piece, act)
        if REGISTER in piece.said:
            made = made or [about(Request(intent="goto_address"), one) for one in piece.subjects]
            return [*made, Request(intent="clarification", q=piece.text[:300], says="register")]
        if made:
            return made
        if piece.strange or (piece.commands and not piece.said & set(VERBS)):
            return [Request(intent="clarification", q=piece.text[:300])]
        if act in ("wipe", "remove", "hide", "again"):
            return _loaded(piece, act)
        if piece.subjects:
            return self._subjects(piece, act)
        if piece.name:
            return self._named(piece, act)
        return _bare(piece, act)

    def _things(self, piece: Piece, act: str) -> list[Request]:
        things = [one for one in piece.things if one != "which_parcel" or len(piece.things) == 1]
        drawn = act == "load" or "map" in piece.said
        things = [one for one in things if not (one == "geothermal_probe_assessment" and drawn and not piece.subjects)]
        if not things:
            return []
        made = [_thing(one).model_copy(update={"elsewhere": piece.elsewhere}) for one in things]
        self.group += made
        if piece.subjects:
            first = made[0]
            self._lend(piece.subjects[0])
            if self._leans():
                return made
            made[0] = about(first, piece.subjects[0])
            made[1:1] = [about(first, one) for one in piece.subjects[1:]]
        return made

    def _lend(self, subject: Subject) -> None:
        """Things that were named just before one with a subject are about the same; then this one leans on them."""
        if self.found and all(one.places and not one.about and one.intent != "goto_address" for one in self.found):
            self.found[0] = about(self.found[0], subject)
            self._lent = True

    _lent: bool = False

    def _leans(self) -> bool:
        lent, self._lent = self._lent, False
        return lent

    def _subjects(self, piece: Piece, act: str) -> list[Request]:
        little = small(piece.reading.message.tongue.code)
        if piece.begins in little.questions and piece.name:
            return []
        if not act and self.group and piece.joint != HARD:
            return self._further(piece.subjects)
        there = "parcel" in piece.said and act != "load"
        made = [
            about(Request(intent="goto_address", parcel=there and not (one.number or one.egrid)), one)
            for one in piece.subjects
        ]
        if piece.name and piece.proper and (act == "load" or piece.mapped or (act == "see" and piece.determined)):
            made.append(Request(intent="load_layer", q=piece.name))
        elif topic := asked(piece):
            made.append(Request(intent="load_layer", q=topic[:300]))
        return made

    def _further(self, subjects: Sequence[Subject]) -> list[Request]:
        """The things of this sentence for these subjects; those that had none yet are about the first."""
        left = list(subjects)
        first = next((at for at, one in enumerate(self.found) if one == self.group[0]), None)
        if first is not None and not self.found[first].about and not any(one.about for one in self.found):
            self.found[first] = about(self.found[first], left.pop(0))
        return [one for subject in left for one in _each(self.group, subject)]

    def _named(self, piece: Piece, act: str) -> list[Request]:
        little = small(piece.reading.message.tongue.code)
        if piece.begins in little.questions or not piece.proper or piece.greets:
            return []
        if not act and not piece.mapped and piece.begins in little.asking:
            return []
        carried = act or (self.act if piece.joint != HARD and not (piece.placed and self.act != "load") else "")
        if carried in ("remove", "hide", "again"):
            return [_about_map(carried, piece.name)]
        if carried == "load" or piece.mapped or piece.topical:
            return _topic(piece)
        if "commune" in piece.said:
            return [Request(intent="search_place", q=piece.name)]
        if piece.determined and carried in ("see", ""):
            return _topic(piece, loose=True)
        named = piece.count <= SHORT and _nameable(piece)
        return [Request(intent="search_place", q=piece.name, loose=True)] if named else []


def act_of(piece: Piece) -> str:
    """What is to be done, by the strongest verb in a piece."""
    if "again" in piece.said and {"see", "load", "show"} & piece.said:
        return "again"
    if "hide" in piece.said and piece.away:
        return "remove"
    if piece.subjects and not piece.name and not piece.mapped:
        # Nobody hides a house: the particle belongs to another verb.
        return next((one for one in ("load", "go", "see") if one in piece.said), "")
    # `show` is what a particle alone says: `Mach den Wald an`.
    return next((one.replace("show", "load") for one in (*VERBS, "show") if one in piece.said), "")


def about(request: Request, subject: Subject) -> Request:
    """The request about this subject."""
    named = subject.model_dump(exclude={"start", "end"})
    loose = {"loose": subject.loose and request.intent == "goto_address", "elsewhere": False}
    if subject.loose and request.intent != "goto_address":
        named["q"] = ""
    return request.model_copy(update={**named, **loose})


def _each(group: Sequence[Request], subject: Subject) -> list[Request]:
    """Each of these for a subject: the first finds it, the others lean on that."""
    return [about(group[0], subject), *group[1:]]


def _thing(concept: str) -> Request:
    if concept == "which_parcel":
        return Request(intent="goto_address", parcel=True)
    return Request.model_validate({"intent": concept})


def _loaded(piece: Piece, act: str) -> list[Request]:
    """What is done with maps that are loaded; without a name it is about all of them."""
    if "mark" in piece.said and act in ("remove", "hide", "wipe"):
        return [Request(intent="remove_marker", q=piece.name[:300], all=not piece.name)]
    if act == "wipe":
        return [Request(intent="clear_map")]
    if piece.name:
        return [_about_map(act, piece.name)]
    noun = next((one for one in ("parcel", "commune") if one in piece.said and "map" not in piece.said), "")
    if noun:
        return [_about_map(act, piece.word_of(noun))]
    if "all" in piece.said and act == "remove" and not piece.mapped:
        return [Request(intent="clear_map")]
    made = _about_map(act, "").model_copy(update={"all": piece.mapped or "all" in piece.said})
    return [made] if piece.mapped or "all" in piece.said or piece.pointing else []


def _about_map(act: str, name: str) -> Request:
    intents: dict[str, Wish] = {"remove": "remove_layer", "hide": "hide_layer", "again": "show_layer"}
    return Request(intent=intents.get(act, "clear_map"), q=name[:300], all=not name)


def _topic(piece: Piece, loose: bool = False) -> list[Request]:
    """A map by its name or topic, and the place it is wanted for when one stands with it."""
    found = within(piece)
    made = [Request(intent="load_layer", q=found.topic[:300], loose=loose)]
    place = Request(intent="search_place", q=found.place[:300], loose=not found.sure)
    return [place, *made] if found.place else made


def _nameable(piece: Piece) -> bool:
    """Whether what is left can be the name of a place: words without capitals only when small ones of names are in it
    (`balm bei messen`), and no other small words."""
    words = piece.name.split()
    return piece.linked and (words[0][:1].isupper() or piece.count == 1 or len(words) > piece.count)


def _bare(piece: Piece, act: str) -> list[Request]:
    """What a verb without a name asks for: the parcel here, a map of parcels, or a map still to be named."""
    if "parcel" in piece.said and act in ("see", "go"):
        return [Request(intent="goto_address", parcel=True)]
    if act == "load" and {"parcel", "commune", "geothermal_probe_assessment"} & piece.said:
        noun = next(one for one in ("parcel", "commune", "geothermal_probe_assessment") if one in piece.said)
        return [Request(intent="load_layer", q=piece.word_of(noun))]
    if "geothermal_probe_assessment" in piece.said and piece.mapped:
        return [Request(intent="load_layer", q=piece.word_of("geothermal_probe_assessment"))]
    return [Request(intent="load_layer")] if "map" in piece.said and (act == "load" or "list" in piece.said) else []
