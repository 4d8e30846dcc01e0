"""A letter as it was understood: what everything that is said about it, and both letters about it, are made of."""

from datetime import date

from loket_demos.overheid.content.both_decisions import BothDecisions, ToldDecision
from loket_demos.overheid.content.case_route import CaseRoute
from loket_demos.overheid.content.cases import Route
from loket_demos.overheid.content.dated_decision import DatedDecision
from loket_demos.overheid.content.deadlines import Deadline
from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import NAMED, OPEN, kind_book
from loket_demos.overheid.content.late_reason import DOUBTFUL, Delay, delays
from loket_demos.overheid.content.letter_kind import LetterNature
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_terms import letter_terms

MOST_SENTENCES = 60
NEAR = 5
"""So many days before the last one there is no time for anything but the letter."""
IN_THE_LETTER = "het adres"
"""How the address of a way begins that only the letter itself has."""


class LetterCase(DataRow):
    """`written` is a date as it stands in the letter; `term` is there only when it is known to be the decision's.
    `dates`, `amounts` and `references` are there when nobody can say which one it is; `short`: soon over, or only
    then; `day`: of the decision, if it is one; `came`: that on which it came, which may be later; `later`: days that
    may be it as well; `address_in_letter` is that of the office, as its letter or the person has it; `signed`: the
    decision's own date where `day` is that on which it was sent, or `published`; `stamp`: a later day on its envelope;
    `delays`: why it comes after the last day, as the person tells it; `also`: a later decision that the person objects
    to in the same letter."""

    found: CaseRoute
    reading: LetterReading
    nature: LetterNature
    reason: str
    written: str | None
    amount: str | None
    subject: str
    reference: str | None
    term: Deadline | None
    today: date | None
    snippets: tuple[str, ...]
    dates: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    short: Deadline | None = None
    day: date | None = None
    came: bool = False
    later: tuple[DatedDecision, ...] = ()
    address_in_letter: str | None = None
    signed: date | None = None
    published: bool = False
    stamp: date | None = None
    delays: tuple[Delay, ...] = ()
    also: ToldDecision | None = None

    @property
    def route(self) -> Route:
        return self.found.route

    @property
    def over(self) -> bool:
        """The last day is over, and nothing that the person tells leaves that in doubt."""
        return self.term is not None and self.term.state(self.today) == "te_laat" and not self.doubted

    @property
    def doubted(self) -> tuple[Delay, ...]:
        """By these the letter may be in time although the last day is over."""
        return tuple(one for one in self.delays if one.kind in DOUBTFUL)

    @property
    def late(self) -> bool:
        """The last day is over, or the writer says so and nobody can count."""
        known = self.term is not None and self.term.state(self.today) != "onbekend"
        return self.over or (self.reading.late is not None and not known)

    @property
    def hurried(self) -> bool:
        """The last day is near, or over."""
        term = self.term or self.short
        return term is not None and self.today is not None and (term.laatste_dag - self.today).days <= NEAR

    @property
    def reasons_follow(self) -> bool:
        """The reasons come later, for which the law gives time (Awb 6:6), and the law of punishment does not."""
        return self.reading.follows and self.route.soort != "verzet"

    @property
    def sender_known(self) -> bool:
        """We know who decided this."""
        return self.found.basis in NAMED

    @property
    def sentences(self) -> tuple[str, ...]:
        """The person's own, in order, of which they say which go into the letter; none when they are too many."""
        every = sorted((*self.reading.grounds, *self.reading.maybe, *self.reading.aside), key=lambda one: one.begin)
        texts = tuple(dict.fromkeys(one.tekst for one in every))
        return texts if len(texts) <= MOST_SENTENCES else ()

    @property
    def asks_wish(self) -> bool:
        """Whether the person wants to object is asked."""
        return bool(self.nature.vraag) and self.nature.soort != "wie"

    @property
    def decided(self) -> bool:
        """It is a decision, whether or not the person wants to object."""
        return self.nature.soort in OPEN

    @property
    def leaves_out(self) -> bool:
        """Words that the person wrote would not stand in the letter."""
        told = self.reading
        return bool(told.maybe) or not set(told.aside) <= set(told.reworded)

    @property
    def asks_sentences(self) -> bool:
        """Which sentences go into the letter is asked before it is made: some are left out, may be somebody else's, or
        all of it is told to a helper, or to nobody and without an objection. At first sight half of such letters had
        what was not meant for the office."""
        told = self.reading
        several = len(told.grounds) > 1 and (told.to_helper or not told.addressed)
        return self.nature.open and (self.leaves_out or several) and bool(told.grounds and self.sentences)

    @property
    def drafted(self) -> bool:
        """There is a decision to write against, and nothing must be asked first."""
        return self.nature.open and not self.asks_sentences

    @property
    def replied(self) -> bool:
        """An office may answer it: a letter of somebody else's, or of another kind, is not answered as an objection."""
        open_ = self.nature.soort in ("wie", "niet_bekend", "misschien") and not self.reading.of_office
        return self.decided or open_

    @property
    def address(self) -> str:
        """Where it goes: by the letter itself, or else by what is known of the office."""
        return self.address_in_letter or self.route.adres

    @property
    def asks_address(self) -> bool:
        """Only the letter has the address, and it was not read there."""
        return self.sender_known and self.address_in_letter is None and self.route.adres.startswith(IN_THE_LETTER)


def counted(case: LetterCase) -> LetterCase:
    """With the last day, which only a decision has. Nobody is late by a day where another one may be the decision's, by
    which they are in time, or by that on which it came: they say which it is. Who is late by the date of the decision
    and in time by a later stamp on its envelope is in time: it was sent then (Awb 3:41 and 6:8)."""
    day = case.day if case.decided else None
    term, short = letter_terms(day, case.found, case.reading)
    if case.came and "te_laat" in {one.state(case.today) for one in (term, short) if one}:
        return case.model_copy(update={"term": None, "short": None, "day": None, "came": False})
    if term is not None and term.state(case.today) == "te_laat" and case.stamp is not None:
        stamped, _ = letter_terms(case.stamp, case.found, case.reading)
        if stamped is not None and stamped.state(case.today) != "te_laat":
            return case.model_copy(update={"term": stamped, "short": None, "day": case.stamp, "signed": day})
    if term is not None and case.reading.late is None and term.state(case.today) == "te_laat":
        others = [(one, letter_terms(one.day, case.found, case.reading)[0]) for one in case.later]
        doubt = [one.written for one, last in others if last and last.state(case.today) == "op_tijd"]
        if doubt:
            changes = {"term": None, "short": None, "day": None, "dates": (case.written or "", *dict.fromkeys(doubt))}
            return case.model_copy(update=changes)
    why = _delays(case) if term is not None and term.state(case.today) == "te_laat" else ()
    return case.model_copy(update={"term": term, "short": short, "delays": why})


def against_both(case: LetterCase, both: BothDecisions | None) -> LetterCase:
    """The same against two decisions, counted from the earlier one. Where its last day is over, or where nobody
    objects, each needs a letter of its own."""
    if both is None or not case.nature.open:
        return case
    last = letter_terms(both.first.day, case.found, case.reading)[0]
    if case.route.soort != "bezwaar" or last is None or last.state(case.today) == "te_laat":
        nature = LetterNature(soort="twee_besluiten", uitleg=kind_book().twee_van_een)
        return case.model_copy(update={"nature": nature, "term": None, "short": None, "day": None})
    changes = {"day": both.first.day, "came": both.first.came, "also": both.second, "term": last, "short": None}
    none = {"dates": (), "later": (), "amounts": (), "signed": None, "stamp": None, "published": False, "delays": ()}
    if len(case.references) == 2:
        none |= {"reference": " en ".join(case.references), "references": ()}
    return case.model_copy(update={**changes, **none, "written": write_date(both.first.day, weekday=False)})


def last_day_of(case: LetterCase, told: ToldDecision) -> date | None:
    """The last day for another decision in the same letter."""
    term = letter_terms(told.day, case.found, case.reading)[0]
    return term.laatste_dag if term else None


def _delays(case: LetterCase) -> tuple[Delay, ...]:
    """What the person tells of why it is late; the law of punishment knows no such reasons."""
    if case.day is None or case.today is None or case.route.soort == "verzet":
        return ()
    found = delays(case.reading, case.route.wie, case.day, case.today)
    return tuple(one for one in found if case.reading.excuse is None or one.kind in DOUBTFUL)
