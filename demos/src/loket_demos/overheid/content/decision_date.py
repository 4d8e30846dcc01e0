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
    handed_in,
    objected,
    on_its_line,
    on_labelled_line,
    posted,
    published,
    stamped,
    theirs,
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
from loket_demos.overheid.content.objected_act import objected_to
from loket_demos.overheid.content.sentences import Sentence
from loket_demos.overheid.content.voices import Voice, names_public_body, quoted, voice_words

LOOK_AROUND, WORDS_BETWEEN, HEAD_LINES = 120, 14, 12

_label = r"(?:\s{0,3}(?:van|op|:|is|was|het|de|deze|brief|besluit|beschikking|verzending|-|=)){0,4}\s{0,3}$"
_sent = re.compile(rf"\b(?:dagtekening|verzenddatum|verzonden|verzendatum|gedagtekend|bekendgemaakt){_label}", re.I)
_dated = re.compile(rf"\b(?:datum|gedateerd|dd){_label}", re.I)
_own_dated = re.compile(rf"\b(?:met|als|de|heeft) datum{_label}|\bgedateerd{_label}|\bdd{_label}", re.I)
_decision = re.compile(
    r"\b(?:\w*besluit|\w*beschikking|\w*beslissing|brief|\w*aanslag(?:biljet)?|naheffing\w*|\w*boete|bekeuring|(?:parkeer)?bon|afwijzing"
    r"|bericht|terugvordering|intrekking|weigering|herziening|berekening|strafbeschikking)\b",
    re.I,
)
_mine = re.compile(r"\b(?:mijn|onze|m'n|mn)\s{1,3}(?:eerdere |laatste |eigen )?(?:brief|bericht)$", re.I)
_whose = re.compile(
    r"^,?\s{1,3}van\s{1,3}(?P<who>(?:(?:de|het|een|mijn|m'n|onze|haar|zijn|hun)\s{1,3}|(?=(?:dokter|dr|drs|mr)\b))[^\W\d_].*)",
    re.I,
)
_of_whom = re.compile(r"^,?\s{1,3}van\s{1,3}(?P<who>[^\W\d_]{3,} .*)", re.I)
_article = re.compile(r"^(?:de|het|een|mijn|m'n|onze|haar|zijn|hun)\s{1,3}", re.I)
_of_office = re.compile(
    r"\b(?:afdeling|team|\w*loket|inspecteur|\w*ambtenaar|direct(?:eur|rice)|rector|instantie|overheid|instelling)\b",
    re.I,
)
_letter = re.compile(r"(?:brief|bericht|berekening)$", re.I)
_name_with_and = re.compile(r"\bburgemeester en wethouders\b|\b[A-Z]\w+ en [A-Z]\w+")
_objected_to = re.compile(r"\b(?:bezwaar\w*|beroep) tegen\b(?P<act>[^.;:]*)$", re.I)
_outcome = re.compile(
    r"^[^.;:]*\b(?:(?:on)?gegrond|niet-ontvankelijk|afgewezen|verworpen|afgehandeld)\b(?! (?:te )?verkla(?:ren|art))",
    re.I,
)
_outcome_of = re.compile(
    r"\b(?:beslis(?:t|te|sing)|besloot|besloten|uitspraak|ging)\b[^.;:]{0,60}\b(?:op|over|in) (?:mijn|ons|het)? ?$",
    re.I,
)
_on_objection = re.compile(r"(?<=besluit|lissing)\s{1,3}op (?:mijn |uw |het |ons )?bezwaar\w*", re.I)
_label_after = re.compile(r"^[^.!?]{0,30}\b(?:als datum|op de (?:brief|boete|beschikking|aanslag))\b", re.I)
_blocks = re.compile(
    r"\b(?:dat|die|waarin|waarop|waarmee|waarbij|omdat|want|toen|terwijl|doordat|ik|wij|hij|zij|ze|maar"
    r"|en(?! [^\W\d_]+ (?:van|dd|gedateerd)\b)"
    r"|aanvraag|aangevraagd|bezwaar\w*|beroep\w*|verzoek|klacht|contract|overeenkomst|gesprek|afspraak|e?-?mail|melding"
    r"|aangifte|formulier|verklaring|rapport|advies|keuring|onderzoek|factuur|rekening|betaling|overtreding|controle"
    r"|hoorzitting|ingang|gereden|geparkeerd|geboren)\b",
    re.I,
)
_other = re.compile(
    r"\b(?:geboren|geboortedatum|sinds|vanaf|per|tot|t/m|tot en met|voor|vóór|uiterlijk|binnen|over|na|rond|tussen"
    r"|t\.?m\.?|ingangsdatum|vervaldatum|peildatum|waardepeildatum|aanvraag van|bezwaar\w* van|verzoek van"
    r"|contract van)\s{1,3}(?:en met\s{1,3})?(?:uiterlijk\s{1,3})?$",
    re.I,
)
_until = re.compile(
    r"^\s{0,3}(?:t/m|tot\s{1,3}(?:(?:en met|heden|nu|vandaag|eind|begin|half)\b|(?:\w{1,20}\s{1,3})?[0-9]))", re.I
)
"""Without a day or an hour behind it, `tot` says what a decision does: `het besluit tot intrekking`."""
_came = re.compile(
    r"\b(?:opgelegd|besloten|besloot|beslist|verleend|toegekend|afgewezen|geweigerd|stopgezet|gestopt|verlaagd|gekort|ingetrokken|beëindigd|uitgeschreven|(?:on)?gegrond|niet-ontvankelijk|besliste)\b",
    re.I,
)
_act_of_mine = re.compile(r"\b(?:ik|wij|we) (?:heb|had|hebben|hadden)\b|\b(?:heb|had|hebben) (?:ik|wij|we)\b", re.I)
_got_or_may = r"(?:krijg|kreeg|kregen|ontving\w*|ontvang\w*|moet|moest\w*|mag|mocht\w*|kan|kon\w*) "
_doing_of_mine = re.compile(rf"\b(?:ik|wij|we) (?!{_got_or_may})\w+ (?:\w+ ){{0,2}}op\s{{1,3}}#", re.I)
"""What the writer did on that day."""
_of_a_life = re.compile(r"\b(?:stond|reed|woon\w*|verhuis\w*|getrouwd|gescheiden)\b", re.I)
_of_a_noun = re.compile(r"\bvan\s{1,3}$", re.I)
_entry = re.compile(rf"\s{{0,3}}[:–-]\s{{0,3}}(?:het |de )?{_decision.pattern}", re.I)
"""Behind the day of a line of what happened when."""
_got = re.compile(
    r"\b(?:in de (?:brieven)?bus|op de mat|kreeg|kregen|krijg|ontving\w*|ontvangen|gekregen|gehad|binnen"
    r"|kwam|kwamen|lag|aangekomen|bezorgd)\b",
    re.I,
)
_arrived = re.compile(
    r"\b(?:kwam|kwamen|kreeg|kregen|ontving\w*|ontvangen|gekregen|viel|lag|aangekomen|bezorgd)\b", re.I
)
_of_it = re.compile(r"\b(?:van|dd|gedateerd|datum)\s{1,3}$", re.I)
"""Behind these it is the day of what came, and not that on which it did."""
_dispatched = re.compile(r"\b(?:stuurde\w*|gestuurd|schreef)\b", re.I)
_you_wrote = re.compile(r"\bu (?:schreef|besliste|besloot)\b|\b(?:schreef|besliste|besloot) u\b", re.I)
_aside = re.compile(r"\([^()\n]{0,80}\)")
"""What stands in brackets is no clause of its own."""
_clause = re.compile(
    r"[;:(]|\ben (?=op [0-9])|,\s{0,3}(?=(?:maar|want|omdat|waarin|dat|die|terwijl|toen|en)\b)"
    r"|\b(?:omdat|terwijl|waarin|blijkt)\b",
    re.I,
)
_own_head = re.compile(r"^[^\W\d_][\w'’ -]{1,40},\s{0,3}$")
_alone = re.compile(r"^[\w'’. -]{0,40},?\s{0,3}$")


def decision_dates(
    text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], today: date | None = None
) -> DecisionDates:
    """The date of the decision by the highest rank that any date has; none when two different days have it."""
    found = _meant(text, cut, [one for one in _candidates(text, cut, spoken, today) if one.rank > OTHER])
    return chosen(found, text)


def has_date(words: str) -> bool:
    """Is there a day of a month in it?"""
    return bool(dutch_dates.PATTERN.search(words) or dutch_dates.WITHOUT_YEAR.search(words))


def dates_in(words: str) -> frozenset[date]:
    """The whole dates in it."""
    days = (dutch_dates.read_date(match.group()) for match in dutch_dates.PATTERN.finditer(words))
    return frozenset(day for day in days if day is not None)


def decisions_in(words: str) -> Iterator[re.Match[str]]:
    """Where a decision, or the letter that brings it, is named in it."""
    return _decision.finditer(words)


def names_decision(words: str) -> bool:
    """Is one named in it?"""
    return any(decisions_in(words))


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
        if today and day and day > today and not (rank >= LABELLED and dated_ahead(before, day, today)):
            rank = OTHER
        if match.re is dutch_dates.RELATIVE and not _of_it.search(before):  # where it came so, its date is another
            rank = OTHER
        written = dutch_dates.in_figures(match, day)
        yield DatedDecision(
            written=written,
            day=day,
            rank=rank,
            begin=match.start(),
            end=match.end(),
            stamp=rank == SENT and stamped(before, after),
            published=published(before),
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
    if _sent.search(before):
        return SENT
    if _dated.search(before):
        return LABELLED
    alone = head and at < HEAD_LINES and _alone.match(before) and len(after.strip(" .,")) <= 1
    if alone and not voice_words().rechten.search(before.lower()):
        return LABELLED
    named = _beside_decision(before)
    return CAME if named and re.match(r"\s{0,3}:", after) else OTHER


def _rank_of_person(before: str, after: str, sentence: str) -> int:
    before = _on_objection.sub("", before)
    if _other.search(before) or _until.search(after) or (_own_head.match(before) and not after.strip(" .")):
        return OTHER
    if _of_earlier(before, after):
        return OTHER
    if _of_somebody(before, after):
        return UNTIED
    if _sent.search(before) or posted(before, after, names_decision(sentence)):
        return SENT
    if (
        _own_dated.search(before)
        or _label_after.search(after)
        or (_dated.search(before) and not _dated.match(before.lstrip()))
    ):
        return LABELLED
    if _beside_decision(before) or objected(before) or (_entry.match(after) and not _got.search(after)):
        return NAMES_IT
    begin = max((match.end() for match in _clause.finditer(before)), default=0)
    ends = _clause.search(after)
    clause = f"{before[begin:]} # {after[: ends.start()] if ends else after}"
    named = _decision.search(clause)
    got = named and _got.search(clause)
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
    nouns = list(_decision.finditer(before))
    if not nouns or _mine.search(before[: nouns[-1].end()]):
        return False
    between = _name_with_and.sub("", before[nouns[-1].end() :])
    if _arrived.search(between) and not _of_it.search(between):
        return False
    return len(between.split()) <= WORDS_BETWEEN and not _blocks.search(between)


def _before_decision(after: str) -> bool:
    """A decision is named behind it, as what came on that day, and nothing between them that the date may be of."""
    noun = _decision.search(after)
    between = after[: noun.start()] if noun else after
    return noun is not None and len(between.split()) <= WORDS_BETWEEN and not _blocks.search(between)


def _of_earlier(before: str, after: str) -> bool:
    """What an objection was against on which somebody decided: the date is that of the first decision."""
    found = _objected_to.search(before)
    if found is None or has_date(found["act"]):
        return False
    return bool(_outcome.search(after) or _outcome_of.search(before[: found.start()]))


def _of_somebody(before: str, after: str) -> bool:
    """That of a letter of somebody who is no office, as a doctor: named before it, or behind it."""
    noun = next(reversed([*_decision.finditer(before)]), None)
    if noun is None or not _letter.search(noun[0]) or _blocks.search(before, noun.end()):
        return False
    between = before[noun.end() :]
    whose = _whose.match(between) or (_whose.match(after) if len(between.split()) <= 1 else None)
    plain = _of_whom.match(between)
    if whose is None and (plain is None or not handed_in(plain["who"], after)):
        return False
    who = _article.sub("", whose["who"]) if whose else plain["who"] if plain else ""
    return not (names_public_body(who) or _of_office.search(who) or names_matter(who))
