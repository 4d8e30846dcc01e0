"""The index of a set of skills: made once, asked for every message."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from loket.core.actions import Candidate, Choice
from loket.core.data import JsonObject
from loket.planners.skills.skill import Pending, Skill, Thresholds, Understanding
from loket.planners.skills.slots import fill
from loket.planners.skills.tokens import MOST_CHARACTERS, Word, parts, stem, words

USUAL = Thresholds()


class SkillIndex:
    """Which words belong to which skill. Shared freely between conversations."""

    def __init__(self, skills: Sequence[Skill], locale: str = "en", thresholds: Thresholds = USUAL) -> None:
        self.skills: Mapping[str, Skill] = {skill.id: skill for skill in skills}
        self.locale = locale
        self.thresholds = thresholds
        self._language = locale.split("-", 1)[0].lower()
        self._posted: dict[str, dict[str, float]] = defaultdict(dict)
        for skill in skills:
            for text, weight in _texts(skill):
                for word in words(text):
                    key = stem(word.fold, skill.lang or self._language)
                    self._posted[key][skill.id] = max(weight, self._posted[key].get(skill.id, 0.0))

    def understand(self, text: str, now: datetime | date, pending: Pending | None = None) -> Understanding:
        """What to do about a message at this moment; `pending` is the request that waits for its missing slots."""
        found = words(text[:MOST_CHARACTERS])
        scores = self._scores(found)
        ranked = sorted(scores.items(), key=lambda item: -item[1])
        considered = tuple(Candidate(name=id, score=round(score, 3)) for id, score in ranked[:5])
        best = ranked[0][1] if ranked else 0.0
        if pending is not None and best < 2 * self.thresholds.least and pending.skill in self.skills:
            return self._run(self.skills[pending.skill], text, now, dict(pending.slots))
        if best < self.thresholds.least:
            return Understanding("none", reasoning="Nothing fits.", considered=considered, language=self._language)
        if len(ranked) > 1 and best - ranked[1][1] < self.thresholds.margin * best:
            top = tuple(Choice(id=id, label=self.skills[id].name or id) for id, _ in ranked[: self.thresholds.choices])
            why = "Several skills fit alike."
            return Understanding("choice", choices=top, reasoning=why, considered=considered, language=self._language)
        return self._run(self.skills[ranked[0][0]], text, now, {}, considered[1:])

    def _run(
        self, skill: Skill, text: str, now: datetime | date, known: JsonObject, others: tuple[Candidate, ...] = ()
    ) -> Understanding:
        slots = {**known, **fill(skill.parameters, text, now, self._language)}
        missing = tuple(name for name in skill.parameters.get("required", ()) if name not in slots)
        return Understanding(
            "clarify" if missing else "run",
            skills=(skill.id,),
            slots=(slots,),
            missing=missing,
            reasoning=f"{skill.name or skill.id} fits.",
            considered=others,
            language=self._language,
        )

    def _scores(self, found: Sequence[Word]) -> dict[str, float]:
        scores: defaultdict[str, float] = defaultdict(float)
        total = 0.0
        for word in found:
            posted = self._posted.get(stem(word.fold, self._language), {})
            rarity = math.log(1 + len(self.skills) / (1 + len(posted)))
            total += rarity
            for id, weight in posted.items():
                scores[id] += weight * rarity
        return {id: score / total for id, score in scores.items()} if total else {}


def _texts(skill: Skill) -> list[tuple[str, float]]:
    named = [(parts(skill.name), 1.0), (parts(skill.id), 0.8), (skill.description, 0.8)]
    return named + [(tag, 1.0) for tag in skill.tags] + [(example, 0.9) for example in skill.examples]
