"""The index of a set of skills: made once, asked for every message."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, datetime
from functools import cache

from loket.core.actions import Candidate
from loket.core.data import Json, JsonObject
from loket.core.encoder import Encoder
from loket.language.answers import added
from loket.language.beside import beside
from loket.language.certainty import certainty, together, unread, why
from loket.language.clauses import called_off, ordered, wished
from loket.language.corrections import settled
from loket.language.evidence import Evidence, Weights, by_schema, claimed, score, user, weigh
from loket.language.fields import fits
from loket.language.languages import FALLBACK, code_of
from loket.language.lexicon import EVERYDAY, FieldWords
from loket.language.meaning import GUESS, Meanings
from loket.language.memory import RequestTurn, turn_of
from loket.language.message import Message, read
from loket.language.nations import foreign_nation, nations_of
from loket.language.profile import Profile, profile
from loket.language.skill import PendingRequest, Skill, Thresholds, Understanding
from loket.language.slots import fill, keep_told, missing, typed
from loket.language.spans import keep_sure
from loket.language.split import Weighing, halves, joint_slots, neglected
from loket.language.tokens import LANGUAGES
from loket.language.topic import asks_the_world, speaks_of
from loket.language.unused import unused_words
from loket.language.vocabulary import Vocabulary

USUAL = Thresholds()
ASTRAY = 0.25
"""From this share of unknown things on a message that names nothing the skills deal with is not for them."""

LEANING = 0.2
"""With so little said in words a message that begins with `and` only continues another one."""

CLOSE = 6
"""Of so many of the best skills the schema is looked at."""


class SkillIndex:
    """Which words belong to which skill. Shared freely between conversations; cheap to ask, also of many skills.

    `own` are the words of the field that they are about; an `encoder` is one more witness of what is meant."""

    def __init__(
        self,
        skills: Sequence[Skill],
        locale: str = "en",
        thresholds: Thresholds = USUAL,
        own: FieldWords = EVERYDAY,
        encoder: Encoder | None = None,
    ) -> None:
        usual = code_of(locale) if code_of(locale) in LANGUAGES else FALLBACK
        self.locale = locale
        self.thresholds = thresholds
        self.weights = Weights()
        self._own = own
        self.skills: Mapping[str, Skill] = {skill.id: skill for skill in skills}
        self.profiles: Mapping[str, Profile] = {skill.id: profile(skill, usual, own) for skill in skills}
        self._vocabulary = Vocabulary(list(self.profiles.values()))
        self._nations = nations_of(skills)
        self._meanings = None if encoder is None else Meanings(encoder, list(self.profiles.values()))
        # Patterns and stems of the language are made now, and not while the first person waits.
        self.understand("1", date(2000, 1, 1))

    def understand(
        self, text: str, now: datetime | date, pending: PendingRequest | None = None, spoken: str = ""
    ) -> Understanding:
        """What to do about a message at this moment; `pending` is the request that waits for its missing slots, or,
        when it lacks none, the last one that was carried out; `spoken` the language this person used before."""
        message = settled(self.read(text, now, spoken))
        turn = turn_of(message)
        if turn.empty or not self.profiles:
            return Understanding("none", reasoning="There is no request in it.", language=message.tongue.code)
        body = self.read(turn.body, now, message.tongue.code) if turn.body != message.text else message
        if pending is not None and pending.skill in self.profiles and (found := self._going_on(body, turn, pending)):
            return found
        parts = self._parts(message, now)
        if steps := halves(message, parts, self.thresholds):
            return self._several(steps, parts, message.tongue.code)
        single = self._unrefused(message, now) or self._single_wish(message, turn.follows)
        if single.decision != "run":
            return single
        other = neglected(message, parts, single, self.thresholds)
        return single if other is None else self._either(single, [self.profiles[single.skills[0]], other.profile])

    def complete(self, pending: PendingRequest, language: str) -> Understanding:
        """What to do about a request whose slots are known as far as they are."""
        return self._decided(self.profiles[pending.skill], pending.slots, language, ("as it was asked for.", ()))

    def chosen(self, skill: str, text: str, now: datetime | date) -> Understanding:
        """What to do when a person said which skill is meant by a message."""
        message = settled(self.read(text, now))
        profile_ = self.profiles[skill]
        slots = fill(message, profile_.fields, profile_.code, profile_.known).clear
        return self._decided(profile_, slots, message.tongue.code, ("the person chose it.", ()))

    def read(self, text: str, now: datetime | date, spoken: str = "") -> Message:
        """A message as these skills understand it; `spoken` is the language this person used before."""
        return read(text, now, self.locale, spoken, self._own)

    def chatter(self, text: str, now: datetime | date) -> bool:
        """Whether a message asks for nothing: a greeting, thanks, or no words at all."""
        return turn_of(self.read(text, now)).empty

    def typed(self, pending: PendingRequest) -> JsonObject:
        """The slots as the schema writes them: a time of day has seconds and a zone where its format wants them."""
        fields = {field.name: field for field in self.profiles[pending.skill].fields}
        return {name: typed(fields[name], value) if name in fields else value for name, value in pending.slots.items()}

    def taken(self, skill: str, outcome: Json) -> JsonObject:
        """What of an outcome a skill has slots for, by name."""
        if not isinstance(outcome, Mapping):
            return {}
        fields = self.profiles[skill].fields
        return {one.name: outcome[one.name] for one in fields if one.name in outcome and fits(one, outcome[one.name])}

    def _parts(self, message: Message, now: datetime | date) -> Weighing:
        """Weighs each part of a message once."""

        @cache
        def begun(part: str) -> tuple[Message, list[Evidence]]:
            piece = read(part, now, message.tongue.code, own=self._own)
            return piece, weigh(piece, self._vocabulary, self.weights)

        @cache
        def wholly(part: str) -> list[Evidence]:
            piece, ranked = begun(part)
            return self._filled(piece, ranked)

        return Weighing(wholly, lambda part: begun(part)[1], lambda part: begun(part)[0])

    def weigh(self, message: Message) -> list[Evidence]:
        """The skills that anything speaks for, the best first, with their slots filled."""
        ranked = weigh(message, self._vocabulary, self.weights)
        near = {} if self._meanings is None else self._meanings.nearness(message)
        for one in ranked if near else ():
            one.meaning = near.get(one.profile.skill.id, 0.0)
            one.score = score(one, self.weights)
        ranked.sort(key=lambda one: (-one.score, one.profile.skill.id))
        return self._filled(message, ranked)

    def _filled(self, message: Message, ranked: list[Evidence]) -> list[Evidence]:
        topical = speaks_of(message, self._vocabulary)
        for one in ranked[:CLOSE]:
            one.filled = fill(message, one.profile.fields, one.profile.code, one.profile.known)
            one.slots = by_schema(message, one, self.weights)
        references = claimed(message, ranked[:CLOSE])
        for one in ranked[:CLOSE]:
            if references:
                one.slots += self.weights.owning if references <= one.placed() else -self.weights.owning
            one.foreign = self._strange(message, one)
            one.astray = not one.telling and (one.foreign >= ASTRAY and not topical)
            one.score = score(one, self.weights)
            keep_sure(message, one)
        return sorted(ranked, key=lambda one: (-one.score, one.profile.skill.id))

    def _strange(self, message: Message, one: Evidence) -> float:
        """What is spoken of and neither known to any skill nor taken as the value of a slot."""
        taken = set[int]().union(*one.filled.places.values())
        left = [at for at in message.heavy if at not in taken]
        return one.foreign * len(left) / len(message.heavy) if taken and message.heavy else one.foreign

    def _unrefused(self, message: Message, now: datetime | date) -> Understanding | None:
        """What is wished beside something that is not; a value may stand with either."""
        if (text := wished(message)) == message.text:
            return None
        one = self._single_wish(self.read(text, now, message.tongue.code), False)
        whole = next((each for each in self.weigh(message) if each.profile.skill.id in one.skills), None)
        if one.decision == "choice" or whole is None or not ordered(message, whole):
            return None
        slots = {**whole.filled.clear, **one.slots[0]}
        return self._decided(whole.profile, slots, one.language, (one.reasoning, one.considered))

    def _single_wish(self, message: Message, follows: bool) -> Understanding:
        ranked, code, no, told = self.weigh(message), message.tongue.code, "", ""
        considered = tuple(Candidate(name=e.profile.skill.id, score=round(e.score, 3), why=why(e)) for e in ranked[:5])
        doubtful = asks_the_world(message) or (bool(ranked) and ranked[0].astray and not ranked[0].does)
        least = self.thresholds.least + (self.thresholds.world if doubtful else 0.0)
        if not ranked or ranked[0].score < least:
            no = "No skill knows enough of these words."
        elif other := foreign_nation(message, self._nations, self._vocabulary):
            no = f"What is {other} is not what these skills are about."
        elif called_off(message, ranked[0]):
            no = f"{ranked[0].profile.label} is spoken of as what need not be done."
        elif beside(ranked[0]):
            no = f"Something else is asked than {ranked[0].profile.label} gives."
        if no:
            return Understanding("none", reasoning=no, considered=considered, language=code)
        best = ranked[0]
        gap = self.thresholds.margin * max(best.score, self.thresholds.floor)
        # A reference says which of two is meant, whatever words say.
        references = claimed(message, ranked[:CLOSE])
        near = [e for e in ranked if best.score - e.score < gap and (e is best or references <= e.placed())]
        rival = self._rival(message, ranked, references)
        if rival is not None:
            near = [best, rival]
            ranked = [*near, *(one for one in ranked if one is not best and one is not rival)]
        guessed = self._meanings is not None and self._meanings.fill_listed(message, best)
        lacking = missing(best.profile.fields, best.filled.slots) or best.filled.doubtful
        # `and the U14s?` leans on what was said before, and by itself does not say what is to be done.
        leans = follows and best.outright < LEANING
        if len(near) > 1 or ((leans or unread(message, best)) and len(ranked) > 1):
            told = f"{' and '.join(e.profile.label for e in ranked[:2])} may be meant: {why(best)}"
        elif not ordered(message, best):
            ranked, told = [best], f"{best.profile.label} is spoken of, but not ordered: {why(best)}"
        elif not lacking and (GUESS if guessed else certainty(message, best)) < self.thresholds.sure:
            ranked, told = [best], f"{best.profile.label} is likely, but not sure: {why(best)}"
        if told or lacking:
            keep_told(message, best.profile.fields, best.filled, asks=not told)
        if told:
            top = tuple(e.profile.choice for e in ranked[: self.thresholds.choices])
            asked = Understanding("choice", choices=top, reasoning=told, considered=considered, language=code)
            proposed = replace(asked, skills=(best.profile.choice.id,), slots=(best.filled.clear,))
            return asked if len(ranked) > 1 else replace(proposed, unused=unused_words(message, best))
        decided = self._decided(best.profile, best.filled.slots, code, (why(best), considered[1:]))
        open_ = tuple(sorted(best.filled.doubtful.difference(decided.missing)))
        return replace(decided, decision="clarify", missing=(*decided.missing, *open_)) if open_ else decided

    def _rival(self, message: Message, ranked: Sequence[Evidence], references: AbstractSet[int]) -> Evidence | None:
        """The skill that another sort of evidence speaks for than for the best: a reference only it asks for, a figure
        or an address that the best has no use for, or a word of its name that the best doesn't know at all."""
        best, others = ranked[0], [one for one in ranked[1:CLOSE] if references <= one.placed()]
        if not references <= best.placed():
            return next(iter(others), None)
        taker = user(message, best, [one for one in others if one.score >= self.thresholds.least])
        return taker or next((one for one in others if self._named_only(best, one)), None)

    def _named_only(self, best: Evidence, one: Evidence) -> bool:
        """Whether all that names the best names this one too, which a further word names that the best doesn't have."""
        near = one.score >= self.thresholds.rival * best.score
        return near and bool(one.named - best.known) and best.named <= one.known

    def _either(self, clear: Understanding, wishes: Sequence[Profile]) -> Understanding:
        """Several wishes that are not all clear: which comes first is asked, so that none is left out unsaid."""
        told = f"{' and '.join(one.label for one in wishes)} are asked for: {clear.reasoning}"
        choices = tuple(one.choice for one in wishes)
        return replace(clear, decision="choice", skills=(), slots=(), missing=(), choices=choices, reasoning=told)

    def _several(self, steps: Sequence[str], parts: Weighing, code: str) -> Understanding:
        best, pieces = [parts.wholly(step)[0] for step in steps], [*map(parts.read, steps)]
        slots = joint_slots(best, pieces)  # a later step may be given what it lacks by the outcome of an earlier one
        lacking = [missing(one.profile.fields, mine) for one, mine in zip(best, slots, strict=True)]
        every = Understanding(
            "clarify" if lacking[0] else "run",
            skills=tuple(one.profile.skill.id for one in best),
            slots=tuple(slots),
            missing=next(filter(None, lacking), ()),
            reasoning="; then ".join(f"{one.profile.label}: {why(one)}" for one in best),
            language=code,
        )
        wishes = list(zip(pieces, best, strict=True))
        sure = together(wishes) >= self.thresholds.sure and all(ordered(*wish) for wish in wishes)
        return every if sure else self._either(every, [one.profile for one in best])

    def _going_on(self, body: Message, turn: RequestTurn, pending: PendingRequest) -> Understanding | None:
        """The pending request with what this message adds to it, unless the message clearly asks for something else."""
        profile_ = self.profiles[pending.skill]
        if not pending.missing and not (turn.corrects or turn.follows):
            return None
        ranked = self.weigh(body)
        if not pending.missing and ranked and called_off(body, ranked[0]):
            return None
        rival = next((one for one in ranked[:1] if one.profile.skill.id != pending.skill), None)
        if rival is not None and rival.score >= 1.5 * self.thresholds.least and rival.outright >= 0.5:
            return None
        found = added(body, turn, pending, profile_)
        elsewhere = asks_the_world(body) or (rival is not None and rival.score >= self.thresholds.least)
        if found is None or (elsewhere and not found.came and not found.again):
            return None
        told = f"It {'corrects' if turn.corrects else 'completes'} {profile_.label}: {', '.join(found.came)}."
        decided = self._decided(profile_, found.slots, body.tongue.code, (told, ()), turn.corrects)
        again = tuple(sorted(found.again.difference(decided.missing)))
        return replace(decided, decision="clarify", missing=(*decided.missing, *again)) if again else decided

    def _decided(
        self,
        profile_: Profile,
        slots: JsonObject,
        code: str,
        told: tuple[str, tuple[Candidate, ...]],
        corrects: bool = False,
    ) -> Understanding:
        lacking = missing(profile_.fields, slots)
        return Understanding(
            "clarify" if lacking else "run",
            skills=(profile_.skill.id,),
            slots=(slots,),
            missing=lacking,
            reasoning=f"{profile_.label}: {told[0]}",
            considered=told[1],
            language=code,
            corrects=corrects,
        )
