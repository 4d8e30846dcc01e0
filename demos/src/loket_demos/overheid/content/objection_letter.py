"""The person's own letter, as the law wants it (Awb 6:5): name, address, date, the decision, the grounds, a signature.

The grounds are the person's own words. What nobody said stands in square brackets, for the person to fill in."""

import re

from loket_demos.overheid.content.dutch_dates import write_date
from loket_demos.overheid.content.letter_case import LetterCase
from loket_demos.overheid.content.letter_parts import parts

_enclosed = re.compile(r"\b(?:bijgevoegd|bijlagen?|ingesloten|mee)\b", re.IGNORECASE)


def objection_letter(case: LetterCase) -> str:
    """The whole letter, ready to be completed, signed and sent."""
    own, route = parts().eigen, case.route
    kind = own.soorten.get(route.code) or own.soorten[route.soort]
    term = case.term or case.short
    day = write_date(term.besluit, weekday=False) if term else own.besluit_datum
    about = case.subject if case.sender_known else own.onderwerp
    today = write_date(case.today, weekday=False) if case.today else own.datum
    blocks = [
        own.afzender,
        _address(case),
        f"{own.plaats}, {today}",
        f"Betreft: {kind.betreft.format(datum=day)}\nKenmerk: {case.reference or own.kenmerk}",
        parts().aanhef,
        f"{kind.begin.format(datum=day)} {own.over.format(onderwerp=about)}",
        "\n".join([own.redenen, *_reasons(case)]),
        *_late(case),
        "\n".join([kind.vraag, *_asked(case)]),
        own.mee,
        own.groet,
        own.handtekening,
    ]
    return "\n\n".join(blocks)


def _reasons(case: LetterCase) -> list[str]:
    """The person's reasons in order, and between brackets those of which only they know whether they are any."""
    own = parts().eigen
    lines = [(one.begin, f"- {one.tekst}") for one in case.reading.grounds]
    lines += [(one.begin, own.misschien_reden.format(zin=one.tekst)) for one in case.reading.maybe]
    return [line for _, line in sorted(lines, key=lambda one: one[0])] or [own.geen_reden]


def _address(case: LetterCase) -> str:
    route = case.route
    if not case.sender_known:
        return parts().eigen.aan_onbekend
    if case.asks_address:
        return f"Aan {route.wie}\n[{route.adres[:1].upper()}{route.adres[1:]}]"
    lines = case.address.split(", ")
    return "\n".join([f"Aan {route.wie}", *lines] if case.address_in_letter else lines)


def _late(case: LetterCase) -> list[str]:
    own, excuse = parts().eigen, case.reading.excuse
    if not case.late:
        return []
    return ["\n".join([own.laat, f"- {excuse.tekst}" if excuse else own.laat_vraag, own.laat_toch])]


def _asked(case: LetterCase) -> list[str]:
    """What the person asks for in words of their own."""
    wishes = [one.tekst for one in case.reading.requests if not _enclosed.search(one.tekst)]
    return [parts().eigen.ook, *(f"- {one}" for one in wishes)] if wishes else []
