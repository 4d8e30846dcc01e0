"""Which date in a text is that of the decision: by its place or its label only, and none where two could be it.

In a letter of an office it is the labelled one, or the one alone on a line at the top. In a person's own words it is
the one beside a decision ("de brief van 3 november"), or else the day on which it was taken or sent.
The day on which it came is another one, and nothing is counted from it."""

import itertools
import re
from collections.abc import Iterator
from datetime import date

from loket.language.corrections import cues
from loket.language.languages import language
from loket.language.message import Message
from loket_demos.overheid.content import dutch_dates
from loket_demos.overheid.content.cases import names_matter
from loket_demos.overheid.content.date_signs import (
    dated_ahead,
    dated_behind,
    objected,
    of_other_day,
    on_its_line,
    on_labelled_line,
    only_seen,
    posted,
    published,
    stamped,
    theirs,
    tied,
)
from loket_demos.overheid.content.dated_decision import (
    CAME,
    LABELLED,
    NAMES_IT,
    OTHER,
    RECEIVED,
    SENT,
    UNTIED,
    DatedDecision,
    DecisionDates,
    chosen,
)
from loket_demos.overheid.content.named_decision import (
    BLOCKS,
    DECISION,
    decisions_in,
    names_decision,
    of_earlier,
    of_somebody,
)
from loket_demos.overheid.content.objected_act import objected_to
from loket_demos.overheid.content.sentences import Sentence
from loket_demos.overheid.content.voices import Voice, names_public_body, quoted, voice_words

LOOK_AROUND, WORDS_BETWEEN, HEAD_LINES = 120, 14, 12

_label = r"(?:\s{0,3}(?:van|op|:|is|was|het|de|deze|brief|besluit|beschikking|verzending|-|=)){0,4}\s{0,3}$"
_to_whom = r"(?: aan (?:(?:de|het) )?(?:aanvrager|\w*houder|belanghebbenden?|mij|ons|u|hem|haar))?"
_sent = re.compile(rf"\b(?:dagtekening|verzenddatum|verzonden|verzendatum|gedagtekend){_to_whom}{_label}", re.I)
_dated = re.compile(rf"\b(?:datum|gedateerd|dd){_label}", re.I)
_own_dated = re.compile(
    rf"\b(?:(?:met|als|de|heeft) |besluit|beschikkings?|brief)datum{_label}|\bgedateerd{_label}|\bdd{_label}", re.I
)
_mine = re.compile(r"\b(?:mijn|onze|m'n|mn)\s{1,3}(?:eerdere |laatste |eigen )?(?:brief|bericht)$", re.I)
_name_with_and = re.compile(r"\bburgemeester en wethouders\b|\b[A-Z]\w+ en [A-Z]\w+")
_on_objection = re.compile(r"\b(?:besluit|beslissing|uitspraak)\s{1,3}op (?:mijn |uw |het |ons )?bezwaar\w*", re.I)
_until = re.compile(
    r"^\s{0,3}(?:t/m|tot\s{1,3}(?:(?:en met|heden|nu|vandaag|eind|begin|half)\b|(?:\w{1,20}\s{1,3})?[0-9]))", re.I
)
"""Without a day or an hour behind it, `tot` says what a decision does: `het besluit tot intrekking`."""
_came = re.compile(
    r"\b(?:opgelegd|besloten|besloot|beslist|besliste|vastgesteld|bepaald|verleend|toegekend|afgewezen|geweigerd"
    r"|niet willen|stopgezet|gestopt|opgeschort|verlaagd|herzien|gekort|teruggevorderd|ingetrokken|beëindigd"
    r"|uitgeschreven|(?:on)?gegrond|niet-ontvankelijk)\b",
    re.I,
)
_act_of_mine = re.compile(r"\b(?:ik|wij|we) (?:heb|had|hebben|hadden)\b|\b(?:heb|had|hebben) (?:ik|wij|we)\b", re.I)
_got_or_may = r"(?:krijg|kreeg|kregen|ontving\w*|ontvang\w*|moet|moest\w*|mag|mocht\w*|kan|kon\w*) "
_doing_of_mine = re.compile(rf"\b(?:ik|wij|we) (?!{_got_or_may})\w+ (?:\w+ ){{0,2}}op\s{{1,3}}#", re.I)
"""What the writer did on that day."""
_of_a_life = re.compile(r"\b(?:stond|reed|woon\w*|verhuis\w*|getrouwd|gescheiden)\b", re.I)
_of_a_noun = re.compile(r"\bvan\s{1,3}$", re.I)
_entry = re.compile(rf"\s{{0,3}}[:–-]\s{{0,3}}(?:het |de )?{DECISION.pattern}", re.I)
"""Behind the day of a line of what happened when."""
_arrived = (
    r"\b(?:kwam|kwamen|kreeg|kregen|krijg|ontving\w*|ontvangen|gekregen|viel|lag|aangekomen|bezorgd|bereikte\w*"
    r"|in (?:de|mijn|onze) (?:(?:brieven)?bus|berichtenbox)|op de (?:deur)?mat)\b"
)
_got = re.compile(rf"{_arrived}|\b(?:gehad|binnen)\b", re.I)
_came_or_seen = re.compile(rf"{_arrived}|\b(?:vond|vonden|gevonden|las|gelezen|zag|gezien|opende|geopend)\b", re.I)
"""What happened to a letter on a day that is not its own."""
_dispatched = re.compile(r"\b(?:stuurde\w*|gestuurd|schreef)\b", re.I)
_you_wrote = re.compile(r"\bu (?:schreef|besliste|besloot)\b|\b(?:schreef|besliste|besloot) u\b", re.I)
_aside = re.compile(r"\([^()\n]{0,80}\)")
"""What stands in brackets is no clause of its own."""
_clause = re.compile(
    r"[;:(]|\ben (?=op [0-9])|,\s{0,3}(?=(?:maar|want|omdat|waarin|dat|die|terwijl|toen|en)\b)"
    r"|\b(?:omdat|terwijl|waarin|blijkt)\b",
    re.I,
)
_part = re.compile(r"[,;:.()0-9]|\ben\b")
"""Between two of these one thing is told."""
_own_head = re.compile(r"^[^\W\d_][\w'’ -]{1,40},\s{0,3}$")
_alone = re.compile(r"^(?!.*(?:blad|courant)\b)[\w'’. -]{0,40},?\s{0,3}$", re.I)  # none of a gazette


def decision_dates(
    text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], today: date | None = None
) -> DecisionDates:
    """The date of the decision by the highest rank that any date has; none when two different days have it."""
    found = _meant(text, cut, [one for one in _candidates(text, cut, spoken, today) if one.rank > OTHER])
    return chosen(found, text)


def _candidates(
    text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], today: date | None
) -> Iterator[DatedDecision]:
    for match, day in itertools.chain(dutch_dates.dates_of(text, today), dutch_dates.days_before(text, today)):
        at = next((n for n, one in enumerate(cut) if one.start <= match.start() < one.end), None)
        if at is None or spoken[at] == "opdracht":
            continue
        one = cut[at]
        before, after = text[max(one.start, match.start() - LOOK_AROUND) : match.start()], text[match.end() : one.end]
        before = _aside.sub(" ", before.replace("d.d.", "dd ").replace("D.D.", "dd "))
        after = _aside.sub(" ", after)
        if spoken[at] == "overheid" and spoken.count("overheid") > 1:
            first = spoken.index("overheid")
            rank = _rank_of_office(before, after, at - first, head="zelf" not in spoken[first:at])
        else:
            rank = LABELLED if on_labelled_line(text, match) else _rank_of_person(before, after, one.text)
            rank = min(rank, UNTIED) if quoted(text, one) else rank
            if rank in (UNTIED, CAME) and objected_to(at, cut, spoken):
                rank = NAMES_IT
        if today and day and day > today and not (rank >= LABELLED and dated_ahead(before, after, day, today)):
            rank = OTHER
        if match.re is dutch_dates.RELATIVE and not tied(before):  # where it came so, its date is another
            rank = OTHER
        written = dutch_dates.in_figures(match, day)
        yield DatedDecision(
            written=written,
            day=day,
            rank=rank,
            begin=match.start(),
            end=match.end(),
            stamp=rank == SENT and stamped(before, after),
            published=rank == SENT and published(before, after),
        )


def _meant(text: str, cut: tuple[Sentence, ...], found: list[DatedDecision]) -> list[DatedDecision]:
    """The dates without those that are taken back at once: `3 October, no sorry: 13 October`."""
    kept = sorted(found, key=lambda one: one.begin)
    for old, new in itertools.pairwise(kept):
        one = next(one for one in cut if one.start <= old.begin < one.end)
        message = Message(text[one.start : one.end], language("nl"), date.min)
        for cue in cues(message) if new.end <= one.end and new.rank >= min(old.rank, NAMES_IT) else ():
            words = message.words[cue.start : cue.stop]
            gap = text[old.end : one.start + words[0].start].strip()
            between = message.folds[cue.stop : message.at(new.begin - one.start)]
            back = gap and not any(sign.isalnum() for sign in gap) and old.end <= one.start + words[0].start < new.begin
            if back and not message.tongue.negation & {*between}:
                kept = [other for other in kept if other is not old]
    return kept


def _rank_of_office(before: str, after: str, at: int, *, head: bool) -> int:
    if _sent.search(before) or published(before, after):
        return SENT
    if _dated.search(before):
        return LABELLED
    alone = head and at < HEAD_LINES and _alone.match(before) and len(after.strip(" .,")) <= 1
    if alone and not voice_words().rechten.search(before.lower()):
        return LABELLED
    named = _beside_decision(before)
    return CAME if named and re.match(r"\s{0,3}:", after) else OTHER


def _rank_of_person(before: str, after: str, sentence: str) -> int:
    """What was decided on an objection goes before what that was made against."""
    answers = _on_objection.search(before) is not None
    before = _on_objection.sub("beslissing", before)
    if of_other_day(before) or _until.search(after):
        return OTHER
    if _own_head.match(before) and not after.strip(" ."):
        return NAMES_IT if names_public_body(before) else OTHER
    if of_earlier(before, after):
        return OTHER
    if of_somebody(before, after):
        return UNTIED
    if _sent.search(before) or posted(before, after, names_decision(sentence)):
        return SENT
    if (
        _own_dated.search(before)
        or (answers and _beside_decision(before) and not _day_it_came(before, after))
        or dated_behind(after)
        or (_dated.search(before) and not _dated.match(before.lstrip()))
    ):
        return LABELLED
    if (
        (_beside_decision(before) and not _day_it_came(before, after))
        or objected(before)
        or (_entry.match(after) and not _got.search(after))
    ):
        return NAMES_IT
    if only_seen(before):
        return RECEIVED
    begin = max((match.end() for match in _clause.finditer(before)), default=0)
    ends = _clause.search(after)
    behind = after[: ends.start()] if ends else after
    clause = f"{before[begin:]} # {behind}"
    named = names_decision(clause)
    got = named and _got.search(f"{_part.split(before)[-1]} # {dutch_dates.EITHER.split(behind)[0]}")
    mine = _act_of_mine.search(clause) and not got
    if (
        theirs(before)
        or (named and _dispatched.search(clause) and not got)
        or (_came.search(clause) and not mine and not got and not _of_a_noun.search(before))
    ):
        return CAME
    if _you_wrote.search(clause) and not got and not _of_a_noun.search(before):
        return CAME
    if got or (not mine and _before_decision(after)):
        return RECEIVED
    if mine or _doing_of_mine.search(clause) or _of_a_life.search(clause):
        return OTHER
    return CAME if on_its_line(before, after, names_matter(before)) else UNTIED


def _beside_decision(before: str) -> bool:
    """Just before it a decision is named, and nothing between them that the date may be of."""
    nouns = list(decisions_in(before))
    if not nouns or _mine.search(before[: nouns[-1].end()]):
        return False
    between = _name_with_and.sub("", before[nouns[-1].end() :])
    return len(between.split()) <= WORDS_BETWEEN and not BLOCKS.search(between)


def _day_it_came(before: str, after: str) -> bool:
    """What is told of the decision on this day is that it came, or was found: `the letter was on 3 November in the
    box`."""
    part = f"{_part.split(before)[-1]}{_part.split(after)[0]}"
    return not tied(before) and bool(_came_or_seen.search(part))


def _before_decision(after: str) -> bool:
    """A decision is named behind it, as what came on that day, and nothing between them that the date may be of."""
    noun = next(decisions_in(after), None)
    between = after[: noun.start()] if noun else after
    return noun is not None and len(between.split()) <= WORDS_BETWEEN and not BLOCKS.search(between)
