"""What a person is told about a letter: what comes when, what matters, and what to do."""

from loket_demos.overheid.content import deadlines
from loket_demos.overheid.content.classify_case import explain
from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.late_reason import delay_words, quoted
from loket_demos.overheid.content.letter_case import LetterCase, last_day_of
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import MOST_SENTENCES
from loket_demos.overheid.content.shown_reason import first_words, has_own_side

WRONG_KIND = {
    "geen_brief": "Dit is geen brief over een besluit. Schrijf met welk besluit u het niet eens bent, en waarom.",
    "andere_taal": "Deze tekst is niet in het Nederlands. Schrijf uw brief in het Nederlands, of laat hem vertalen.",
    "brief_van_overheid": "Dit is een brief van de overheid aan u. Wat u er zelf van vindt, staat er niet in.",
}
NOTHING_TO_SEND = (
    "Kijk op de brief wie hem stuurde, en of er staat dat u bezwaar kunt maken.",
    "Bewaar de brief, en schrijf op wanneer u hem kreeg.",
    "Weet u niet wat u moet doen? Bel met het Juridisch Loket.",
)
TOO_LONG = f"Wij lezen hooguit {MOST_SENTENCES} zinnen. Wat daarna komt, staat niet in de brief: zet het er zelf bij. "
LATEST = "De laatste dag voor {wat}: uiterlijk {dag}. {waarom} Stuur uw brief liever eerder."
BY_LETTER = (
    "De datum boven aan de brief telt, en die is vaak eerder. Dan is de laatste dag ook eerder. Zeg ons die datum."
)
NOT_ITS_OWN = "Dat is niet de datum van het besluit zelf."
BY_SENDING = (
    "De tijd loopt vanaf de dag na het versturen aan de aanvrager (Awb 3:41), en dat is vaak eerder. "
    "Vraag aan wie besloot welke dag dat was."
)
AHEAD = "Wij maakten alvast een brief. U beslist zelf of u hem stuurt."
FOR_ANOTHER = (
    "U schrijft voor iemand anders. Is die 18 jaar of ouder? Dan tekent die zelf, of u stuurt een machtiging mee. "
    "Dat is een briefje met de handtekening van die ander. Daarop staat dat u het mag doen (Awb 2:1)."
)
SOON = ("vandaag", "morgen", "overmorgen")
LATER = "Is hij nog niet af? Schrijf dan dat uw redenen later komen (Awb 6:6)."
TWO_DECISIONS = (
    "Het zijn twee besluiten: {eerste} en {tweede}. Kijk of deze datums kloppen. Uw brief gaat over allebei."
)
TWO_DAYS = (
    "De laatste dag voor {wat}: {eerste} voor het eerste besluit, en {tweede} voor het tweede. "
    "Stuur uw brief voor de eerste van die twee dagen. Dan bent u zeker op tijd."
)
CAME = "gekregen op "
FROM_SENDING = "De tijd loopt vanaf de dag daarna (Awb 3:41 en 6:8)."
FROM_PUBLICATION = "De tijd loopt vanaf de dag na de bekendmaking (Awb 3:42 en 6:8)."
SAFE = (
    "Op de envelop staat een latere dag: {stempel}. Wij tellen vanaf de datum van het besluit. "
    "Dan bent u zeker op tijd."
)
BY_STAMP = "Dat staat op het stempel. Bewaar de envelop: daarmee laat u zien dat u op tijd bent."
BY_DECISION = "Geteld vanaf het besluit is die dag voorbij."
IN_TIME = "U schrijft dat u te laat bent. Volgens onze telling bent u nog op tijd."


def timeline(case: LetterCase) -> tuple[str, str, str, str]:
    """The decision, the last day, what comes then, the answer."""
    route = case.route
    return (
        _decision(case),
        _last_day(case),
        f"Na uw {route.soort}: {_lower(route.na)}",
        f"Het antwoord: {_lower(route.beslist)}",
    )


def key_points(case: LetterCase) -> tuple[str, str, str]:
    """What it is about and why, where it goes, and how to be in time."""
    route = case.route
    posted = deadlines.POSTED_RULE if route.soort == "bezwaar" else "Zorg dat uw brief op tijd binnen is."
    if case.reading.late is not None and not case.late:
        posted = f"{IN_TIME} {posted}"
    ahead = AHEAD if case.drafted and not case.reading.wish else ""
    other = FOR_ANOTHER if case.drafted and _for_another(case) else ""
    where = " ".join(filter(None, (_hurry(case), explain(case.found, case.hurried), other, ahead)))
    late = late_advice(case) if case.over or case.doubted else route.te_laat
    return _about(case), where, late if case.late or case.doubted else posted


def actions(case: LetterCase) -> tuple[str, str, str]:
    """Where to send it until when, what to write, what to send along; without a decision nothing is sent."""
    if not case.decided:
        return NOTHING_TO_SEND
    what = "Zet in de brief: uw naam, uw adres, de datum en het kenmerk. Vergeet uw handtekening niet."
    why = "" if case.reading.why else "Schrijf waarom u het er niet mee eens bent. "
    why += TOO_LONG if case.reading.longer else ""
    along = "; ".join(_lower(one) for one in case.route.bewijs)
    return _send(case), f"{why}{what}", f"Stuur mee: {along}."


def _for_another(case: LetterCase) -> bool:
    """The writer acts for somebody else."""
    return any(letter_words().voor_ander.search(one.low) for one in case.reading.clauses if one.voice == "zelf")


def _last_day(case: LetterCase) -> str:
    """The last day; where the law has a shorter term for some decisions, that one, and to look; of two decisions, that
    of each, and the first one as the safe one."""
    second = last_day_of(case, case.also) if case.also else None
    if case.also is not None and second is not None and case.term is not None:
        first = write_date(case.term.laatste_dag)
        return TWO_DAYS.format(wat=f"uw {case.route.soort}", eerste=first, tweede=write_date(second))
    if case.doubted and case.term is not None:
        text = deadlines.explain(case.term, f"uw {case.route.soort}")
        return f"{text} {BY_DECISION}"
    if case.came and case.term is not None:
        why = BY_SENDING if case.published else BY_LETTER
        return LATEST.format(wat=f"uw {case.route.soort}", dag=write_date(case.term.laatste_dag), waarom=why)
    text = deadlines.explain(case.term, f"uw {case.route.soort}", case.today)
    if case.short is None:
        return text
    return (
        f"De laatste dag voor uw {case.route.soort}: soms al {write_date(case.short.laatste_dag)}. "
        "Kijk in de brief hoeveel weken u heeft."
    )


def _hurry(case: LetterCase) -> str:
    """That the last day is near, and that the reasons may follow, which the law of punishment does not know."""
    term = case.term or case.short
    if term is None or case.today is None or not case.hurried or case.over or case.doubted or not case.decided:
        return ""
    left = (term.laatste_dag - case.today).days
    if left < 0:  # a shorter term that may not be that of this decision
        return ""
    when = SOON[left] if left < len(SOON) else f"over {left} dagen"
    follow = "" if case.route.soort == "verzet" else f" {LATER}"
    return f"Let op: de laatste dag is {when}. Stuur uw brief nu.{follow}"


def late_advice(case: LetterCase) -> str:
    """What can still be done: by what the person told, and by the other way that the law has for such a decision."""
    told, known, other = case.doubted or case.delays, delay_words(), case.route.te_laat
    if not told:
        return other
    meant = [one for one in told if one.kind == told[0].kind]
    why = known.soorten[told[0].kind].uitleg.format(citaat=quoted(meant))
    return why if "6:11" in other else f"{why} {other.removeprefix(known.schrijf)}"


def _decision(case: LetterCase) -> str:
    if case.also is None or case.term is None:
        return _one_decision(case)
    days = (case.term.besluit, case.also.day)
    came = [
        f"{CAME if kwam else ''}{write_date(d, weekday=False)}"
        for d, kwam in zip(days, (case.came, case.also.came), strict=True)
    ]
    return TWO_DECISIONS.format(eerste=came[0], tweede=came[1])


def _one_decision(case: LetterCase) -> str:
    if case.dates:
        return f"Het besluit: wij weten niet welke datum het is, {' of '.join(case.dates)}. Kijk boven aan de brief."
    term = case.term or case.short
    if term is not None and case.came:
        came = "bekendgemaakt" if case.published else "u kreeg het"
        return f"Het besluit: {came} op {write_date(term.besluit, weekday=False)}. {NOT_ITS_OWN}"
    if term is not None and (case.signed is not None or case.published):
        how = "bekendgemaakt" if case.published else "verstuurd"
        own = f"{write_date(case.signed, weekday=False)}, " if case.signed else ""
        runs = FROM_PUBLICATION if case.published else FROM_SENDING
        runs = f"{runs} {BY_STAMP}" if case.stamp == term.besluit else runs
        return f"Het besluit: {own}{how} op {write_date(term.besluit, weekday=False)}. {runs}"
    if term is not None and case.stamp is not None:
        safe = SAFE.format(stempel=write_date(case.stamp, weekday=False))
        return f"Het besluit: {write_date(term.besluit, weekday=False)}. {safe}"
    if term is not None:
        return f"Het besluit: {write_date(term.besluit, weekday=False)}. Kijk of deze datum klopt."
    if case.written is not None:
        return f"Het besluit: wij lezen {case.written}, maar weten niet of dat de datum van het besluit is."
    return "Het besluit: wij vinden geen datum. Kijk boven aan de brief."


def _about(case: LetterCase) -> str:
    if case.nature.uitleg and not case.decided and case.reading.kind not in ("geen_brief", "andere_taal"):
        return case.nature.uitleg
    wrong = WRONG_KIND.get(case.reading.kind)
    if wrong is not None and (case.reading.kind != "brief_van_overheid" or not case.sender_known):
        return wrong
    about = f"De brief gaat over {case.route.brief}."
    ground = first_words(case.reading)
    if wrong is not None:
        return f"{wrong} {about}"
    if case.asks_sentences:
        return about
    if ground is None and has_own_side(case.reading):
        return f"{about} Uw redenen staan in de brief."
    if ground is None:
        return f"{about} Waarom u het er niet mee eens bent, staat er nog niet in. Schrijf dat op."
    return f"{about} U schrijft: “{ground.tekst}”"


def _send(case: LetterCase) -> str:
    route, term = case.route, case.term
    if term is None:
        return f"Zoek de datum van het besluit. Stuur uw {route.soort} dan zo snel mogelijk naar: {case.address}."
    if case.doubted:
        return f"Stuur uw {route.soort} zo snel mogelijk. {late_advice(case)} Stuur het naar: {case.address}."
    if case.over:
        excuse = case.reading.excuse or next((one.quote for one in case.delays), None)
        why = f"U schrijft hoe dat komt: “{excuse.tekst}”" if excuse else route.te_laat
        return f"De laatste dag is voorbij. {why} Stuur uw brief naar: {case.address}."
    if case.came:
        last = write_date(term.laatste_dag)
        return f"Stuur uw {route.soort} zo snel mogelijk, en niet na {last}. Stuur het naar: {case.address}."
    return f"Stuur uw {route.soort} op tijd. Uiterlijk: {write_date(term.laatste_dag)}. Stuur het naar: {case.address}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
