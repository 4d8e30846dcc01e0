"""Which sentence tells of what the person objects to, when the sentence that objects only points back at it."""

import itertools
import re

from loket_demos.overheid.content.dutch_dates import has_date
from loket_demos.overheid.content.letter_wish import objects
from loket_demos.overheid.content.sentences import Sentence
from loket_demos.overheid.content.voices import Voice

REACH = 2
"""So many sentences on, somebody says that they object to it."""

_points = re.compile(
    r"\b(?:daar|hier)(?:mee|tegen|over)?\b|\b(?:met|tegen|over|van) (?:die|deze|dat|dit|zo'n)\b"
    r"|\b(?:het|dat|dit) niet\b"
)
_verb = (
    r"(?:heeft|hebt|hebben|[a-zë]{3,20}(?:de|te|den|ten|t)|schreef|schreven|besloot|gaf|nam|trok|wees|legde|liet|vond)"
)
_their_act = re.compile(rf"\b{_verb} (?:u|jullie)\b|\b(?:u|jullie) (?:mij |me |ons )?{_verb}\b")
_act_upon_me = re.compile(rf"\b{_verb} (?:de|het) [\w ]{{2,40}} (?:mijn|ons|onze|mij|me)\b")
_points_at_decision = re.compile(
    r"\b(?:die|deze|dat|dit) (?:besluit|beslissing|beschikking|uitspraak|afwijzing|weigering)\b"
)
_only_spoke = re.compile(
    r"\b(?:ontvangen|ontving\w*|gekregen|kreeg\w*|gevraagd|vroeg\w*|gebeld|belde\w*|gesproken|sprak\w*|geweest"
    r"|uitgenodigd|nodigde\w*|bezocht|gecontroleerd|controleerde\w*|verzocht|bevestigd|bevestigde\w*|beloofd"
    r"|beloofde\w*|toegezegd)\b"
)
"""What an office does that decides nothing."""


def objected_to(at: int, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> bool:
    """The sentence tells of an act of the office, and one of the next says, without naming what: I object to that."""
    low = cut[at].text.lower()
    theirs = _their_act.search(low)
    if _only_spoke.search(low) or not (theirs or _act_upon_me.search(low)):
        return False
    own = (cut[n].text.lower() for n in range(at + 1, len(cut)) if spoken[n] == "zelf")
    for n, one in enumerate(itertools.islice(own, REACH)):
        if objects(one) and not has_date(one):
            return bool(_points.search(one) if theirs else n == 0 and _points_at_decision.search(one))
    return False
