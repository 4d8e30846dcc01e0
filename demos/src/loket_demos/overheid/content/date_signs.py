"""Signs of the day of a decision that do not stand beside its name: when it was posted, and a line of its own.

The day on which an office sent its decision counts, not an earlier one that stands on it (Awb 3:41 and 6:8)."""

import re
from datetime import date

from loket_demos.overheid.content.dutch_dates import EITHER, PATTERN

WORDS_OF_A_LINE, LONGEST = 16, 120

_stamp = re.compile(r"\b(?:(?:post)?stempel\w*|gestempeld|frankering|gefrankeerd)\b[^.;!?]{0,40}$", re.I)
_posted = re.compile(
    r"^[^.,;:!?]{0,30}\b(?:verzonden|verstuurd|verzond|verstuurde|gepost|op de post|toegestuurd|toegezonden)\b", re.I
)
_day = f"(?:{EITHER.pattern})"
_of_next = re.compile(rf"\s{{1,3}}(?:(?:op|per|d\.?d\.?|de)\s{{1,3}}){{0,2}}{_day}", re.I)
"""It is said of the day behind it."""
_by_me = re.compile(
    r"\b(?:ik|wij|we)\b|\b(?:mijn|onze|m'n|de|het|een) (?:aanvraag|bezwaar\w*|verzoek|formulier|mail)\b", re.I
)
_number = re.compile(
    r"\b(?:nr|no|ref|kenmerk|referentie|zaak|dossier|[a-z-]{0,30}nummer)\b\.?:?(?: [A-Z]{1,6})? ?[A-Z0-9./-]*[0-9]",
    re.I,
)
_no_decision = re.compile(
    r"\b(?:aanvraag|aangevraagd|bezwaar van|verzoek|klacht|gesprek|afspraak|hoorzitting|mijn|onze?|geboren|rekening"
    r"|factuur|overtreding|incident|sinds|vanaf|per|tot|t/m|uiterlijk)\b",
    re.I,
)
_other_day = re.compile(
    r"\b(?:geboren|(?!besluit|beschikking|verzend|brief|afgifte|bekendmaking)\w{3,20}datum|sinds|vanaf|per|tot|t/m"
    r"|tot en met|voor|vóór|uiterlijk|binnen|over|na|rond|tussen|t\.?m\.?|bezwaar\w* van"
    r"|(?:aanvraag|verzoek|contract|gesprek|controle) van)\s{1,3}(?:en met\s{1,3})?(?:uiterlijk\s{1,3})?$",
    re.I,
)
_against = re.compile(r"\b(?:bezwaar|beroep)\w* tegen\b([^.;:!?]{1,100})\b(?:van|d\.?d\.?)\s{1,3}$", re.I)
_place = re.compile(r"^(?![A-Z]{2,}-[a-z])[^\W\d_][^,:]{0,40},\s{0,3}$")

_line_label = re.compile(
    r"^[^\w\n]{0,3}(?:(?!(?:ik|wij|we|mijn)\b)[\w.'-]+ ){0,3}"
    r"(?:\w*(?:besluit|beschikking|beslissing|aanslag|naheffing|boete|dagtekening|verzend)\w*|brief)"
    r"(?: (?:is|was|van|op|d\.?d\.?|datum|dagtekening))*[ .:=-]*$",
    re.I,
)
"""All that stands before a date on its line names the decision, or the day on which it was sent."""
_theirs = re.compile(
    r"\b(?:uw|jullie)(?: [\w.-]+){0,2}? "
    r"(?!mail|e-mail|bericht|telefoontje|verzoek|vraag|uitnodiging|bezoek|reactie|antwoord)"
    r"[^\W\d_]{4,}(?: (?:van|d\.?d\.?|gedateerd|met datum))+ $",
    re.I,
)
"""What is theirs and has a date, whatever they call it."""
_dated = re.compile(r"\bdagtekening(?: is| van|:)*\s{1,3}$", re.I)
_dated_behind = re.compile(r"^[^.!?0-9]{0,30}\b(?:als|is de|was de) (?:dagtekening|(?:verzend)?datum)\b", re.I)
_stands_on = re.compile(r"^[^.!?]{0,30}\bop de (?:brief|boete|beschikking|aanslag)\b", re.I)
_tied = re.compile(r"\b(?:van|dd|gedateerd|datum)\s{1,3}$", re.I)
DAYS_AHEAD = 42
"""So long before its date an office may send what it decided, as the tax office does; the time runs from that date."""
_titled = re.compile(r"\b(?:dokter|dr|drs|prof)\b\.? ?[A-Z]")
_handed_in = re.compile(
    r"\b(?:heb|had|hebben|hadden) (?:ik|wij|we)\b[^.;!?]{0,30}\b(?:in|mee|op|bij|over|aan)ge\w+"
    r"|\b(?:ik|wij|we) (?:heb|had|hebben|hadden)\b[^.;!?]{0,30}\b(?:in|mee|op|bij|over|aan)ge\w+",
    re.I,
)
_published = re.compile(
    r"\b(?:bekend ?gemaakt|bekendmaking|gepubliceerd|publicatie(?:datum)?)\b(?::\s|[^.;:!?0-9]){0,60}$", re.I
)
_gazette = r"\b(?:gemeenteblad|provinciaal blad|provincieblad|waterschapsblad|staatscourant)\b"
_stood_in = re.compile(rf"{_gazette}(?![^.;!?]*\b(?:ik|wij|we)\b)(?:(?!\w*besluit)[^.;!?0-9]){{0,60}}$", re.I)
_stands_in = re.compile(
    rf"^[^.;:!?0-9]{{0,40}}(?:\b(?:bekend ?gemaakt|gepubliceerd)\b|\b(?:in|door) (?:het|de) {_gazette})", re.I
)
_only_told = re.compile(rf"\b(?:gepubliceerd|publicatie\w*)\b|{_gazette}", re.I)
_to_one = re.compile(r"\b\w*vergunning(?:en)?\b|\bontheffing\b|\baanvrager\b", re.I)
_to_all = re.compile(r"\bverkeersbesluit\b", re.I)
_in_next = re.compile(rf"(?:(?!\w*besluit)[^.;:!?0-9]){{0,40}}\b(?:op|van)\s{{1,3}}{_day}", re.I)
_who_read = re.compile(r"\b(?:las|lazen|gelezen|zag|zagen|gezien|vond|vonden|gevonden|ontdekte\w*)\b", re.I)
_seen = re.compile(
    r"\b(?:ik|wij|we) (?:zag|zagen|las|lazen|hoorde|hoorden|ontdekte|ontdekten)\b[^.;:!?0-9]{0,60}$"
    r"|\b(?:zag|zagen|las|lazen|hoorde|hoorden|ontdekte|ontdekten) (?:ik|wij|we)\b[^.;:!?0-9]{0,60}$",
    re.I,
)


def posted(before: str, after: str, decision: bool) -> bool:
    """An office sent it on this day, by its words, or by the stamp on it; `decision`: one is named in the sentence."""
    clause = before[max(before.rfind(";"), before.rfind(":")) + 1 :]
    match = _posted.search(after)
    sent = match is not None and not _by_me.search(clause) and not _of_next.match(after, match.end())
    return published(before, after) or (decision and (sent or bool(_stamp.search(before))))


def of_other_day(before: str) -> bool:
    """The words right before a date say that it is none on which something was decided."""
    return bool(_other_day.search(before))


def only_seen(before: str) -> bool:
    """Somebody saw or heard of it on that day, which an office did on another one."""
    return bool(_seen.search(before))


def stamped(before: str, after: str) -> bool:
    """It only stands on the envelope of what was sent; nobody says that it was sent then."""
    return bool(_stamp.search(before)) and not _posted.search(after)


def published(before: str, after: str) -> bool:
    """It was made known to everybody on this day, and not only read then."""
    if _who_read.search(before) or _who_read.search(after.partition(".")[0]):
        return False
    behind = _stands_in.search(after)
    next_one = (_of_next, _in_next)
    stands = behind is not None and not any(one.match(after, behind.end()) for one in next_one)
    return stands or bool(_published.search(before) or _stood_in.search(before))


def for_one(text: str) -> bool:
    """It is about what is decided for whoever applied, and sent to them (Awb 3:41): nothing runs from the day on which
    others can read of it."""
    told = bool(_to_one.search(text)) and not _to_all.search(text)
    return told and bool(_only_told.search(text))


def tied(before: str) -> bool:
    """It is the day of what is named before it, and not one on which something happened to that."""
    return bool(_tied.search(before))


def dated_behind(after: str) -> bool:
    """It is said behind it that it is the date of what came."""
    return bool(_dated_behind.search(after) or _stands_on.search(after))


def dated_ahead(before: str, after: str, day: date, today: date) -> bool:
    """It is the date that an office itself put on what it sent before that day."""
    near = (day - today).days <= DAYS_AHEAD
    return near and bool(_dated.search(before) or _dated_behind.search(after))


def handed_in(whose: str, after: str) -> bool:
    """It is the day of what a doctor wrote, or of what the writer gave to the office."""
    return bool(_titled.search(whose) or _handed_in.search(after))


def objected(before: str) -> bool:
    """It is the day of what somebody objects to: `bezwaarschrift tegen de last van`."""
    act = _against.search(before)
    return act is not None and not (_no_decision.search(act[1]) or PATTERN.search(act[1]))


def theirs(before: str) -> bool:
    """It is the day of what is theirs to whom the letter is, by whatever name: `uw schrijven van`."""
    return bool(_theirs.search(before))


def on_labelled_line(text: str, match: re.Match[str]) -> bool:
    """Nothing stands on its line but what it is the day of: `Uw besluit d.d.: 3 november 2026`."""
    label = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    return bool(_line_label.search(label)) and not text[match.end() :].partition("\n")[0].strip(" .,")


def on_its_line(before: str, after: str, matter: bool) -> bool:
    """It stands on a line with the number of a case, which has no other day and is no sentence; `matter`: what stands
    before it is no place."""
    line = f"{before.rpartition(chr(10))[2]}#{after[:LONGEST].partition(chr(10))[0]}"
    outside = line.replace("#", " ")
    short = len(line.split()) <= WORDS_OF_A_LINE and not line.rstrip().endswith(("!", "?"))
    alone = short and not PATTERN.search(outside) and not _no_decision.search(outside)
    return alone and bool(_number.search(outside)) and bool(before.strip()) and (matter or not _place.match(before))
