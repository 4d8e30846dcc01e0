"""The person's own letter, as the law wants it (Awb 6:5): name, address, date, the decision, the grounds, a signature.

The grounds are the person's own words, and what it is about is said as the letter says it. Who writes is taken from
their own letter. What nobody said stands in square brackets, for the person to fill in."""

from loket.language.languages import language
from loket.language.tokens import folds
from loket_demos.overheid.content.disputed_part import disputed_part
from loket_demos.overheid.content.dutch_dates import PATTERN, write_date
from loket_demos.overheid.content.late_reason import delay_words, quoted
from loket_demos.overheid.content.letter_case import LetterCase
from loket_demos.overheid.content.letter_parts import OwnKindParts, parts
from loket_demos.overheid.content.letter_wish import without_wish
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.named_decision import DECISION
from loket_demos.overheid.content.sender import acts_for, sender
from loket_demos.overheid.content.sentences import ends


def objection_letter(case: LetterCase) -> str:
    """The whole letter, ready to be completed, signed and sent."""
    own, route = parts().eigen, case.route
    kind = own.soorten.get(route.code) or own.soorten[route.soort]
    van = _dated(case, kind)
    about = case.reading.subject if _says_more(case) else ""
    today = write_date(case.today, weekday=False) if case.today else own.datum
    who = sender(case.reading)
    if case.also is not None:
        second = (kind.kwam if case.also.came else own.van).format(datum=write_date(case.also.day, weekday=False))
        van = f"{van} {kind.tweede.format(van=second)}"
    blocks = [
        "\n".join((who.name or own.naam, who.street or own.adres, who.place or own.woonplaats)),
        _address(case),
        f"{who.town or own.plaats}, {today}",
        f"Betreft: {kind.betreft.format(van=van)}\nKenmerk: {case.reference or own.kenmerk}",
        parts().aanhef,
        _begin(case, kind.begin.format(van=van), about),
        _own_words(case),
        *_late(case),
        kind.vraag_twee if case.also else kind.vraag,
        own.mee_twee if case.also else own.mee,
        own.groet,
        f"{own.handtekening}\n\n{who.name or own.naam}",
    ]
    return "\n\n".join(blocks)


def _says_more(case: LetterCase) -> bool:
    """The line of the subject says more than that this is an objection, against a decision, of what day and number; an
    appeal is not called an objection."""
    low = case.reading.subject.lower()
    if case.route.soort != "bezwaar" and "bezwaar" in low:
        return False
    rest = PATTERN.sub(" ", without_wish(low)).replace((case.reference or "?").lower(), " ")
    dutch = language("nl")
    words = set(folds(DECISION.sub(" ", rest)))
    return not all(dutch.little(one) or one in dutch.announcing or not one.isalpha() for one in words)


def _begin(case: LetterCase, objects: str, about: str) -> str:
    """What the person does, in whose name, and what it is about: of several charges on one bill, which."""
    own, other = parts().eigen, acts_for(case.reading)
    charged = case.route.type == "Aanslag" and case.also is None
    about = about or (disputed_part(case.reading) if charged else "")
    named = [own.namens.format(naam=other)] if other else []
    return " ".join([objects, *named, *([own.over.format(onderwerp=about)] if about else [])])


def stands_whole(case: LetterCase, letter: str) -> bool:
    """All that the person wrote stands in their letter: each sentence between its frame, and of the frame what is a
    sentence, too; its number may stand above."""
    words, reference = " ".join(letter.split()), case.reference or "?"
    own = [one for one in case.reading.clauses if one.voice == "zelf" and one.role != "aanhef"]
    said = [one for one in own if one.own or (ends(one.at.text) and not letter_words().groet.search(one.low))]
    missing = [one for one in said if " ".join(one.at.text.split()) not in words and reference not in one.at.text]
    return not missing and not case.reading.longer


def _dated(case: LetterCase, kind: OwnKindParts) -> str:
    """The decision by its own day, with that on which it was announced, or else only by that."""
    own, term = parts().eigen, case.term or case.short
    if term is None:
        return own.van.format(datum=own.besluit_datum)
    day = write_date(term.besluit, weekday=False)
    if case.signed is not None:
        sent = own.bekend if case.published else own.verzonden
        return sent.format(datum=write_date(case.signed, weekday=False), verzonden=day)
    return (kind.bekend if case.published else kind.kwam if case.came else own.van).format(datum=day)


def _own_words(case: LetterCase) -> str:
    """What the person wrote, as it stands there, and what they added; a blank where that neither says why nor that the
    reasons follow."""
    own, pieces = parts().eigen, [one.tekst for one in case.reading.passages]
    ends = own.volgt if case.reasons_follow else "" if case.reading.why else own.geen_reden
    maybe = own.misschien_reden if case.reading.maybe else ""
    return "\n\n".join(filter(None, ["" if case.reasons_follow else own.uitleg, *pieces, ends, maybe]))


def _address(case: LetterCase) -> str:
    route = case.route
    if not case.sender_known:
        return parts().eigen.aan_onbekend
    if case.asks_address:
        return f"Aan {route.wie}\n[{route.adres[:1].upper()}{route.adres[1:]}]"
    lines = case.address.split(", ")
    return "\n".join([f"Aan {route.wie}", *lines] if case.address_in_letter else lines)


def _late(case: LetterCase) -> list[str]:
    """Why it comes late: what the person answered or told, or that it stands above; only that it may be late where
    nobody can count."""
    own, known, excuse = parts().eigen, delay_words(), case.reading.excuse
    if case.doubted or (case.delays and excuse is None):
        kind = (case.doubted or case.delays)[0].kind
        meant = [one for one in case.delays if one.kind == kind]
        added = f" {excuse.tekst}" if excuse is not None and not excuse.eind else ""
        return [known.soorten[kind].brief.format(citaat=f"{quoted(meant)}{added}")]
    if not case.late:
        return []
    why = own.laat_vraag if excuse is None else own.laat_boven if excuse.eind else f"{own.laat_door}\n{excuse.tekst}"
    asks = known.verzoek if case.route.soort == "verzet" else own.laat_toch
    return [f"{own.laat if case.over else known.zonder} {why} {asks}"]
