"""Takes the pieces of a message in their order and makes requests of them, each with what it is about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from loket_demos.sogis.planner_about import about, apply, each, hidden, placed, spread, thing
from loket_demos.sogis.planner_concepts import REGISTER, VERBS
from loket_demos.sogis.planner_conditions import StatedCondition, condition_of, given_up, hanging, turned_round
from loket_demos.sogis.planner_parting import parted
from loket_demos.sogis.planner_pieces import HARD, WordSpan
from loket_demos.sogis.planner_request import Request, homeless
from loket_demos.sogis.planner_sight import behind, half_read, sight, unknown
from loket_demos.sogis.planner_subjects import Subject
from loket_demos.sogis.planner_topics import Chunk, asked, chunks, place_in, unlike
from loket_demos.sogis.planner_wishes import INTENTS, about_map, act_of, bare, exchanged, loaded, name_requests
from loket_demos.sogis.planner_words import small
from loket_demos.sogis.source.known import like_commune

POST = re.compile(r"^\d{4}\s+")
"""A postcode before the name of a place."""


@dataclass
class Reader:
    """Takes the pieces of a message in their order. `left` are those that nothing was made of."""

    found: list[Request] = field(default_factory=list[Request])
    act: str = ""
    later: list[Request] = field(default_factory=list[Request])
    group: list[Request] = field(default_factory=list[Request])
    """The things of this sentence, which a further subject is for as well."""
    commune: str = ""
    """The commune that was named last in this sentence."""
    given: StatedCondition | None = None
    """The condition of this sentence that all that follows hangs on."""
    begun: int = 0
    """Where the requests of this sentence begin."""
    last: int = 0
    """Where the requests of the piece before begin."""
    left: list[WordSpan] = field(default_factory=list[WordSpan])
    used: bool = False
    """Whether this piece said more about requests that stand before it."""
    stays: WordSpan | None = None
    """What named maps that stay, before anything said what is done with the others."""
    rest: list[tuple[WordSpan, Chunk]] = field(default_factory=list[tuple[WordSpan, Chunk]])
    """Names in pieces that were read in part."""

    def take(self, piece: WordSpan) -> None:
        """One more piece."""
        if piece.joint == HARD:
            self.end()
            numbered = piece.subjects and not piece.own_concepts & {"parcel", *VERBS}
            self.commune = self.commune if numbered else ""
        act = act_of(piece)
        if self._excepted(piece, act):
            return
        enough = act == "see" and piece.no_more
        act = "hide" if enough else act
        if enough and not self.act:
            self.found[self.begun :] = [hidden(one) for one in self.found[self.begun :]]
        if piece.negated and not enough and not piece.conditional and (piece.things or piece.name or piece.subjects):
            self.act = act or self.act
            self.left += [piece] if unknown(piece) else []
            return
        self.commune = place_in(piece) or self.commune
        new = [self._settled(one) for one in self._wishes(piece, act)]
        self.act = act or self.act
        if piece.affirmed:
            self.given = StatedCondition(piece.plain, allowed=True, shown=True)
            self._add(piece, new)
            return
        if piece.conditional:
            self._condition(piece, new)
        elif piece.begins in small(piece.reading.message.tongue.code).before:
            self.later += new
        else:
            self._add(piece, new)

    def end(self) -> None:
        """The sentence is over."""
        self.found += given_up(self.given)
        shared = {one.municipality for one in self.found[self.begun :] if one.number and one.municipality}
        if len(shared) == 1:
            self.found[self.begun :] = [
                one.model_copy(update={"municipality": next(iter(shared))}) if one.number else one
                for one in self.found[self.begun :]
            ]
        self.left += [] if self.stays is None else [self.stays]
        self.stays = None
        self.act, self.group, self.given, self.begun = "", [], None, len(self.found)

    def _add(self, piece: WordSpan, new: list[Request]) -> None:
        kept = new if self.given is None else hanging(self.given, new)
        self.left += [] if new or self.used else [piece]
        self.used = False
        self.last = len(self.found)
        self.found += [*kept, *self.later]
        self.later = [] if new else self.later

    def _condition(self, piece: WordSpan, new: list[Request]) -> None:
        """What a condition changes: what stands before it in its sentence hangs on it, else what comes after."""
        new = [one for one in new if one.intent != "clarification"]
        before = [one for one in self.found[self.begun :] if one.intent != "clarification"]
        if not before or piece.added:
            self.given = condition_of(piece, new)
            self.found += new
            return
        cause = condition_of(piece, new)
        self.found[self.last :] = turned_round(cause, self.found[self.last :], new)

    def _settled(self, request: Request) -> Request:
        """A parcel without a commune lies in the one that was named before it in its sentence, a street as well."""
        if request.intent == "search_place" and (not request.loose or like_commune(request.q)):
            self.commune = request.q
        elif request.number and (not request.loose or like_commune(request.municipality)):
            self.commune = POST.sub("", request.municipality) or self.commune
            return request.model_copy(update={"municipality": self.commune})
        elif (
            request.intent != "search_place"
            and request.places
            and not request.number
            and self.commune
            and homeless(request.q)
        ):
            return request.model_copy(update={"q": f"{request.q}, {self.commune}"})
        return request

    # What a piece asks for.

    def _wishes(self, piece: WordSpan, act: str) -> list[Request]:
        if "undo" in piece.own_concepts:
            alone = len(parted(piece.reading.message)) == 1
            refused = Request(intent="clarification", q=piece.text[:300], says="undo_last")
            return [Request(intent="undo") if alone and unknown(piece) else refused]
        if set(piece.things) - {"which_parcel"} and "outside" in piece.own_concepts and piece.asks:
            return [Request(intent="clarification", q=piece.text[:300])]
        if seen := sight(piece, act):
            return [*(self._things(piece, act) or (self._subjects(piece, act) if piece.subjects else [])), *seen]
        made = self._things(piece, act)
        if REGISTER in piece.own_concepts:
            made = made or [about(Request(intent="goto_address"), one) for one in piece.subjects]
            return [*made, Request(intent="clarification", q=piece.text[:300], says="register")]
        if made:
            return made
        if piece.strange or (piece.commands and not piece.own_concepts & {*VERBS, "look", "swap"}):
            return [Request(intent="clarification", q=piece.text[:300])]
        if {"instead", "swap"} & piece.own_concepts and piece.name:
            return exchanged(piece)
        if ("form" in piece.own_concepts or piece.sheeted) and unknown(piece):
            return []
        if "keep" in piece.own_concepts and piece.name:
            return [Request(intent="hide_layer", all=True, but=tuple(one.text for one in chunks(piece)))]
        if act in ("wipe", "remove", "hide", "again"):
            return [] if "except" in piece.own_concepts else loaded(piece, act) or self._done_with(piece, act)
        if piece.subjects:
            return self._subjects(piece, act)
        if piece.name:
            if self._placed(piece, act):
                return []
            carried = act or (self.act if piece.joint != HARD and not (piece.placed and self.act != "load") else "")
            left = not act and carried in INTENTS and piece.particled
            self.rest += half_read(piece, made := [] if left else name_requests(piece, act, carried))
            return made
        return bare(piece, act)

    def _done_with(self, piece: WordSpan, act: str) -> list[Request]:
        """What a verb without a name does with the maps before it in its sentence: it is theirs when they have none
        (`Altlasten dann ausblenden`), else it comes after theirs (`Lade den Wald, dann ausblenden`)."""
        before = self.found[self.begun :]
        maps = [one for one in before if one.intent == "load_layer" and one.q and piece.joint != HARD]
        after = [one for one in parted(piece.reading.message) if one.start >= piece.end][:1]
        leads = any(one.joint != HARD and not act_of(one) for one in after)  # `entferne dann den Wald`
        if not maps or leads or act not in INTENTS:
            return []
        if not self.act:
            self.found[self.begun :] = [about_map(act, one.q) if one in maps else one for one in before]
            self.used = True
        return [about_map(act, maps[-1].q)] if self.act else []

    def _placed(self, piece: WordSpan, act: str) -> bool:
        """Whether a piece says where the parcels lie that were named before: `es liegt in Messen`, `beide Messen`."""
        little = small(piece.reading.message.tongue.code)
        around = piece.reading.message.words[max(0, piece.start - 1) : piece.end]
        pointing = any(word.fold in little.it | little.both for word in around)
        commune = place_in(piece)
        if act in INTENTS or not pointing or not commune or not (made := placed(self.found[self.begun :], commune)):
            return False
        self.found[self.begun :] = made
        self.used = True
        return True

    def _excepted(self, piece: WordSpan, act: str) -> bool:
        """Whether a piece says which maps stay as they are: `alle ausser Wald und Lärm`. The verb may come later."""
        last = self.found[-1] if self.found else None
        looks = "background" in piece.own_concepts or "opacity" in piece.own_concepts
        names = tuple(one.text for one in chunks(piece)) if piece.content and not looks else ()
        if "except" in piece.own_concepts and names:
            carried = act or (self.act if piece.joint != HARD else "")
            if carried in INTENTS and "all" in piece.own_concepts:
                self.found.append(Request(intent=INTENTS[carried], all=True, but=names))
            else:
                self.stays = piece
            self.act = act or self.act
            return True
        if "except" in piece.own_concepts and act in INTENTS and last is not None and last.but:
            self.found[-1] = last.model_copy(update={"intent": INTENTS[act]})
            return True
        if piece.joint == HARD or not names:
            return False
        if self.stays is not None and act in INTENTS:
            names = (*(one.text for one in chunks(self.stays)), *names)
            self.found.append(Request(intent=INTENTS[act], all=True, but=names))
            self.stays = None
            return True
        goes_on = not act or (piece.particled and last is not None and INTENTS.get(act) == last.intent)
        if goes_on and last is not None and last.but:
            self.found[-1] = last.model_copy(update={"but": (*last.but, *names)})
            return True
        return False

    def _things(self, piece: WordSpan, act: str) -> list[Request]:
        things = [one for one in piece.things if one != "which_parcel" or len(piece.things) == 1]
        drawn = act == "load" or "map" in piece.own_concepts
        things = [one for one in things if not (one == "geothermal_probe_assessment" and drawn and not piece.subjects)]
        if not things:
            return []
        commune = place_in(piece)
        where = {"elsewhere": piece.elsewhere or bool(commune), "municipality": "" if piece.subjects else commune}
        made = [thing(one).model_copy(update=where) for one in things]
        if not piece.subjects and (spread := self._spread(piece, made)):
            return spread
        self.group += made
        self.rest += behind(piece, things[0]) if piece.subjects or commune else []
        subjects = piece.meant
        if subjects and self._lend(subjects[0]):
            return [*made, *(one for subject in subjects[1:] for one in each(self.group, subject))]
        found = [one for subject in subjects for one in each(made, subject)]
        return [*self._listed(piece, act, made), *found] or made

    def _listed(self, piece: WordSpan, act: str, things: Sequence[Request]) -> list[Request]:
        """The same things for parcels that stand before in a bare list: `1213 Solothurn, 512 Langendorf: Plan`."""
        before = self.found[self.begun :]
        bare = not act and not self.act and ":" in piece.reading.message.text
        if not bare or not before or not all(one.intent == "goto_address" and one.number for one in before):
            return []
        del self.found[self.begun :]
        return [one for parcel in before for one in apply(parcel, things)]

    def _spread(self, piece: WordSpan, things: Sequence[Request]) -> list[Request]:
        """What is wanted for all parcels that were named just before."""
        around = piece.reading.message.words[max(0, piece.start - 1) : piece.end + 1]
        both = any(word.fold in small(piece.reading.message.tongue.code).both for word in around)
        begun = self.begun if piece.joint != HARD and len(self.found) > self.begun else 0
        since = begun if both else self.last
        if piece.joint == HARD and not both:
            return []
        if made := spread(self.found[since:], things):
            del self.found[since:]
        return made

    def _lend(self, subject: Subject) -> bool:
        """Things that were named just before one with a subject are about the same; then this one leans on them."""
        lent = bool(self.found) and all(
            one.places and not one.about and one.intent != "goto_address" for one in self.found
        )
        if lent:
            self.found[0] = self._settled(about(self.found[0], subject))
        return lent

    def _subjects(self, piece: WordSpan, act: str) -> list[Request]:
        if piece.wonders and piece.name:
            return []
        if not act and self.group and piece.joint != HARD:
            return self._further(piece.subjects)
        there = "parcel" in piece.own_concepts and act != "load"
        made = [
            about(Request(intent="goto_address", parcel=there and not (one.number or one.egrid)), one)
            for one in piece.meant
        ]
        return [*made, *self._beside(piece, act)]

    def _beside(self, piece: WordSpan, act: str) -> list[Request]:
        """The maps that are named with a place or a parcel; what else is named with it was not read."""
        parts = chunks(piece)
        maps = unlike([one.text for one in parts if one.kind == "map"])
        if not maps and piece.name and piece.proper:
            led = act == "load" or piece.mapped or (act == "see" and piece.determined)
            maps = [piece.name if led else asked(piece)]
        self.rest += [] if any(maps) else [(piece, one) for one in parts if one.kind == "other"]
        return [Request(intent="load_layer", q=one[:300]) for one in maps if one]

    def _further(self, subjects: Sequence[Subject]) -> list[Request]:
        """The things of this sentence for these subjects; those that had none yet are about the first."""
        left = list(subjects)
        first = next((at for at, one in enumerate(self.found) if one == self.group[0]), None)
        if first is not None and not self.found[first].about and not any(one.about for one in self.found):
            self.found[first] = self._settled(about(self.found[first], left.pop(0)))
            self.used = True
        return [one for subject in left for one in each(self.group, subject)]
