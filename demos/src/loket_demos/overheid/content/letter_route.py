"""A letter as it was read, with its way and its nature: the three things that everything said about it rests on."""

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from loket_demos.overheid.content.both_decisions import both_decisions
from loket_demos.overheid.content.case_route import COURT, GENERAL, CaseRoute, find_route
from loket_demos.overheid.content.cases import case_book, names_office
from loket_demos.overheid.content.closing_claim import LetterEvidence
from loket_demos.overheid.content.dated_decision import RECEIVED, DatedDecision
from loket_demos.overheid.content.decision_date import decision_dates
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import NAMED, kind_book
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_kind import LetterNature, letter_nature
from loket_demos.overheid.content.letter_reading import LetterReading, read_letter
from loket_demos.overheid.content.letter_wish import (
    is_subject,
    names_remedy,
    objected_before,
    objects_for_another,
    without_wish,
)
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.named_decision import names_decision
from loket_demos.overheid.content.objected_act import REACH
from loket_demos.overheid.content.private_firm import named_firm, trading_name
from loket_demos.overheid.content.sentences import ends
from loket_demos.overheid.content.told_office import acts_by_name, named_office, tax_office
from loket_demos.overheid.content.two_decisions import two_decisions
from loket_demos.overheid.content.voices import is_head, names_public_body
from loket_demos.overheid.content.words import occurs, plain

WORDS_OF_A_TITLE, WORDS_OF_AN_OFFICE = 12, 5
TAX_OFFICER = "de heffingsambtenaar"

_tax_office = re.compile(
    r"(?:\b(?!Het |De |Aan |Van |Beste |Geacht)[A-Z][\w-]{1,30} ){0,4}"
    r"\b(?:[Bb]elastingkantoor|[Bb]elastingsamenwerking)\b(?: (?:[A-Z][\w-]{1,30}|en(?= [A-Z]))){0,6}"
)
_officer_line = re.compile(r"(?:(?:t\.a\.v\.|aan) )?(?:de )?heffingsambtenaar")
_speaks = re.compile(r"\b(?:ik|mijn|mij|me|wij|we|ons|onze|u|uw|jullie)\b")
_asks = re.compile(r"\?$|\b(?:vraag|vragen|verzoek|verzoeken|wil|willen|graag|zou|mag|mogen)\b")
_of_self = re.compile(r"\b(?:ik|mijn|mij|me|wij|we|ons|onze)\b")
_within_act = re.compile(
    r"\b(?:in|uit|van|over|volgens) (?:het|dit|dat|uw|de|deze|die) (?:besluit|beslissing|beschikking)\b"
)
"""The decision is where something stands, and not what the sentence tells."""
_digit = re.compile(r"[0-9]")


class LetterRoute(DataRow):
    """`nature` says first whether anything can be drafted at all."""

    reading: LetterReading
    found: CaseRoute
    nature: LetterNature


@lru_cache(maxsize=4)
def letter_route(text: str) -> LetterRoute:
    """The letter, its way and its nature. A few words about a known matter are taken for a letter, unless they only ask
    something; what is no letter gives no reasons. Raises ContentError `too_large`."""
    reading = read_letter(text)
    found = find_route(reading)
    if reading.kind == "geen_brief":
        known = (found.basis != "geen" and not reading.question) or reading.of_office
        reading = reading.model_copy(update={"kind": "eigen_brief"} if known else {"grounds": (), "maybe": ()})
    if found.basis == "geen" and not _is_letter(reading):
        reading = reading.model_copy(update={"kind": "geen_brief", "grounds": (), "maybe": ()})
    lines = [one for one in reading.clauses if one.voice == "overheid" or one.role == "kop"]
    head = next((one.at.text for one in lines if is_head(one.at)), "")
    if found.basis == "geen" and head:
        found = sent_by(reading, head) or found
    if found.basis not in NAMED and not found.maybe and (office := _greeted(reading)):
        found = sent_by(reading, office) or found
    found = _collected(reading, named_office(reading, found))
    evidence = _evidence(reading, found)
    nature = letter_nature(evidence, named_firm(reading))
    quoted = next((one.at.text for one in reading.clauses if one.low == nature.citaat), nature.citaat)
    if nature.soort == "besluit_op_bezwaar":
        found = CaseRoute(route=case_book().route(COURT), basis=found.basis, signs=found.signs)
    return LetterRoute(reading=reading, found=found, nature=nature.model_copy(update={"citaat": quoted}))


def _is_letter(reading: LetterReading) -> bool:
    """Somebody speaks of themselves or to a reader, objects, or an office or a greeting stands there."""
    return reading.kind != "eigen_brief" or any(
        one.wish or one.role == "aanhef" or one.voice == "overheid" or is_head(one.at) or _speaks.search(one.low)
        for one in reading.clauses
    )


def _greeted(reading: LetterReading) -> str:
    """The authority that the person's letter is addressed to by its greeting; empty where it is none."""
    greetings = (one for one in reading.clauses if one.voice == "zelf" and letter_words().aanhef.match(one.low))
    first = next(greetings, None)
    words = first.at.text.partition(",")[0].split()[1:] if first else []
    office = " ".join(words).strip(" .!:")
    return office[:1].upper() + office[1:] if len(words) <= WORDS_OF_AN_OFFICE and names_public_body(office) else ""


def _collected(reading: LetterReading, found: CaseRoute) -> CaseRoute:
    """The same, decided by the tax office that the letter names: it collects for several municipalities and water
    boards."""
    if TAX_OFFICER not in found.route.wie:
        return found
    if (office := _above_officer(reading)) is not None:
        return found.model_copy(update={"route": found.route.model_copy(update={"wie": f"{office} ({TAX_OFFICER})"})})
    if (own := tax_office(reading)) is not None:
        return found.model_copy(update={"route": found.route.model_copy(update={"wie": f"{own} ({TAX_OFFICER})"})})
    told = (one.at.text for one in reading.clauses if one.voice != "opdracht" and one.role != "groet")
    match = next((match for text in told if (match := _tax_office.search(text))), None)
    if match is None or len(match[0].split()) == 1:  # without a name it is a part of the municipality
        return found
    return found.model_copy(update={"route": found.route.model_copy(update={"wie": f"{match[0]} ({TAX_OFFICER})"})})


def _above_officer(reading: LetterReading) -> str | None:
    """The name of a tax office over the line of its officer, where the letter is for them, and for no municipality."""
    for one, two in itertools.pairwise(reading.clauses):
        if two.role != "kop":
            return None
        officer = _officer_line.fullmatch(two.low.strip(" ,.:"))
        if officer and one.role == "kop" and not names_public_body(one.at.text) and not _digit.search(one.at.text):
            return one.at.text.removeprefix("Aan ").strip(" ,.:")
    return None


def sent_by(reading: LetterReading, sender: str) -> CaseRoute | None:
    """The way of a letter of which somebody says who sent it; none when that is no office."""
    found = find_route(reading.model_copy(update={"main": f"{reading.main} . {sender}", "clauses": ()}))
    if found.basis in NAMED:
        return _by_name(found, sender)
    if not names_public_body(sender):
        return None
    general = case_book().route(GENERAL)
    return CaseRoute(route=general.model_copy(update={"wie": sender}), basis="instantie", signs=(sender,))


def _by_name(found: CaseRoute, sender: str) -> CaseRoute:
    """The same, with the office by the name that somebody has for it, where that begins as ours does."""
    ours, _, officer = found.route.wie.partition(" (")
    kind = ours.partition(" ")[2].lower()
    if not kind or not sender.lower().startswith(f"{kind} "):
        return found
    sender = f"{ours}{sender[len(kind) :]}"
    return found.model_copy(
        update={"route": found.route.model_copy(update={"wie": f"{sender} ({officer}" if officer else sender})}
    )


def _evidence(reading: LetterReading, found: CaseRoute) -> LetterEvidence:
    own = [one for one in reading.clauses if one.voice == "zelf" and one.role != "groet"]
    spoken = [one for one in reading.clauses if one.voice == "overheid"]
    office = tuple(one.low for one in spoken if not is_head(one.at))
    heads = tuple(one.low for one in own if one.head)
    near = tuple(two.low for one, two in itertools.pairwise(own) if one.wish) + tuple(
        one.low for one, two in itertools.pairwise(own) if two.wish
    )
    best = decision_dates(reading.text, reading.cut, reading.spoken).best
    above = itertools.takewhile(_heads, own)
    return LetterEvidence(
        office=office,
        person=tuple(one.low for one in own),
        heads=heads,
        near=(*heads, *near),
        frame=tuple(one.low for one in own if one.role in ("kop", "aanhef")),
        titles=tuple(low for low in office if _title(low)),
        basis=found.basis,
        way=found.route.soort,
        known=found.basis in NAMED and any(occurs(f"{sign}*", plain(reading.main)) for sign in found.signs),
        sender=names_office(" . ".join((*(one.low for one in spoken), *heads))),
        wish=reading.wish,
        asks=reading.why and any(_asks_to_object(one) for one in own),
        explained=not _greeted(reading) and any(_tells_of_self(one) for one in own),
        disputed=any(one.wish or objects_for_another(one.low) for one in own),
        subject=tuple(one.low for one in own if is_subject(one.low) or (one.titled and one.role == "kop")),
        acts=_acts(own),
        remedied=any(one.role == "tekst" and names_remedy(one.low) for one in own),
        to_office=any(_of_authority(one) for one in above),
        dated_by=_dated_by(own, best),
        each_own=not office and two_decisions(reading) and both_decisions(reading, None) is None,
        two=not office and len(_offices(reading)) > 1,
        outcome=any(_tells_outcome(one.low) for one in own if one.role != "vraag"),
        dated=best is not None and best.rank >= RECEIVED,
        traded=trading_name(reading),
        authority=(found.basis == "instantie" and found.route.code == GENERAL)
        or any(acts_by_name(one.at.text) for one in own if one.role in ("tekst", "vraag")),
    )


def _tells_outcome(low: str) -> bool:
    """What was decided is told in it, in everyday words."""
    return bool(kind_book().uitkomst.search(low) or kind_book().minder.search(low))


def _dated_by(own: Sequence[LetterClause], best: DatedDecision | None) -> tuple[str, ...]:
    """The sentence of the person in which the day of the decision stands, and the one before it, which it may be of
    where it tells of no decision itself."""
    at = next((n for n, one in enumerate(own) if best and one.at.start <= best.begin < one.at.end), None)
    if at is None:
        return ()
    first = at if kind_book().besluit_zelf.search(own[at].low) else max(0, at - 1)
    return tuple(one.low for one in own[first : at + 1])


def _tells_of_self(one: LetterClause) -> bool:
    """It says more than what was decided, and of whom it happened to."""
    told = one.head and not _within_act.search(one.low)
    return one.more and not (one.account or told) and one.role == "tekst" and bool(_of_self.search(one.low))


def _asks_to_object(one: LetterClause) -> bool:
    """It asks whether, how or until when one can object now."""
    known = letter_words()
    asks = known.vraagt_hoe.search(one.low) or (known.vraagt_raad.search(one.low) and names_remedy(one.low))
    return one.role in ("tekst", "vraag") and bool(asks) and not objected_before(one.low)


def _acts(own: Sequence[LetterClause]) -> tuple[str, ...]:
    """What the person acts upon: where they object, with the sentence before it that it points back to where it names
    no decision itself; without that, what they say first."""
    told = [one for one in own if one.role in ("tekst", "vraag")]
    at = [n for n, one in enumerate(told) if one.wish or objects_for_another(one.low)]
    if not at:
        return tuple(one.low for n, one in enumerate(told) if n < REACH or one.role == "vraag" or _asks.search(one.low))
    found = list[str]()
    for n in at:
        if not names_decision(without_wish(told[n].low)):
            back = told[max(0, n - REACH) : n][::-1]
            named = next((m for m, one in enumerate(back) if names_decision(one.low)), len(back) - 1)
            found += [one.low for one in back[: named + 1] or told[1:REACH]]
        found.append(told[n].low)
    return tuple(dict.fromkeys(found))


def _of_authority(one: LetterClause) -> bool:
    """A line that names an authority, and no court, as one that a letter is for; with the end of a sentence it only
    says who decided."""
    words = one.low.removeprefix("aan ").strip()
    told = words == one.low and ends(one.at.text)
    return (
        not (told or is_subject(one.low))
        and (names_public_body(words) or names_office(words))
        and "rechtbank" not in words
    )


def _heads(one: LetterClause) -> bool:
    """A line over a letter; behind words with a colon stands what somebody got, and no letter of theirs."""
    opens = one.low[-1:] == ":" and len(one.low.split()) > 1
    return (one.role in ("kop", "aanhef") or _title(one.low)) and not opens


def _title(low: str) -> bool:
    """A line that says what a letter is, and no sentence."""
    return len(low.split()) <= WORDS_OF_A_TITLE and low[-1:] != "," and not ends(low)


def _offices(reading: LetterReading) -> frozenset[str]:
    """Who decided, by each sentence that tells of a decision of its own, with its date or its amount."""
    told = [one.at.text for one in reading.clauses if one.account]
    ways = [find_route(LetterReading(kind="eigen_brief", main=head)) for head in told]
    return frozenset(way.route.wie for way in ways if way.basis in NAMED)
