"""The restrictions on a parcel as a document: a summary, then each theme with its laws, then what does not apply."""

from loket_demos.paper import GREY, LIGHT, PAGE, Paper
from loket_demos.sogis.geo.lv95 import Point
from loket_demos.sogis.prints.plan import NOT_OFFICIAL, RED, metres
from loket_demos.sogis.source.shapes import Extract, Restriction

LEFT, TOP, WIDTH, FOOT = 20.0, PAGE[1] - 20, PAGE[0] - 40, 22.0
STATUS = {
    "inForce": "in Kraft",
    "changeWithoutPreEffect": "Änderung ohne Vorwirkung",
    "changeWithPreEffect": "Änderung mit Vorwirkung",
}


def write(extract: Extract) -> bytes:
    """The document as a PDF."""
    parcel = extract.parcel
    paper = Paper(f"ÖREB-Auszug {parcel.municipality} Nr. {parcel.number}", NOT_OFFICIAL)
    down = paper.paragraph((LEFT, TOP), "Öffentlich-rechtliche Eigentumsbeschränkungen", WIDTH, 16, bold=True)
    down = paper.paragraph(
        (LEFT, down), f"Grundstück Nr. {parcel.number} in {parcel.municipality}", WIDTH, 12, bold=True
    )
    size = "" if parcel.area is None else f"{metres(parcel.area)} m²"
    register = f"Grundbuch {parcel.land_register}" if parcel.land_register else ""
    facts = [f"EGRID {parcel.egrid}", register, parcel.kind, size]
    down = paper.paragraph((LEFT, down - 1), " · ".join(fact for fact in facts if fact), WIDTH)
    paper.text((LEFT, down - 2), NOT_OFFICIAL, 11, RED, bold=True)
    down = paper.paragraph((LEFT, down - 7), "Aus erfundenen Beispieldaten zusammengestellt.", WIDTH, 8) - 4
    titles = list(dict.fromkeys(one.title for one in extract.restrictions))
    down = _listed(paper, down, "Themen, die dieses Grundstück betreffen", titles or ["keine"])
    for title in titles:
        for one in (one for one in extract.restrictions if one.title == title):
            down = _restriction(paper, down, one)
    _listed(paper, down, "Themen, die dieses Grundstück nicht betreffen", list(extract.free_of) or ["keine"])
    return paper.done()


def _listed(paper: Paper, down: float, title: str, lines: list[str]) -> float:
    down = _room(paper, down, 12 + 5 * len(lines))
    down = paper.paragraph((LEFT, down), title, WIDTH, 11, bold=True) - 1
    for line in lines:
        down = paper.paragraph((LEFT + 4, down), f"• {line}", WIDTH - 4)
    return down - 4


def _restriction(paper: Paper, down: float, one: Restriction) -> float:
    down = _room(paper, down, 30 + 6 * len(one.laws))
    paper.line([(LEFT, down + 5), (LEFT + WIDTH, down + 5)], 0.2, LIGHT)
    down = paper.paragraph((LEFT, down), one.title, WIDTH, 11, bold=True)
    down = paper.paragraph((LEFT, down), one.says, WIDTH, 10)
    share = [] if one.area is None else [f"{metres(one.area)} m²"]
    share += [] if one.percent is None else [f"{one.percent:g} % des Grundstücks".replace(".", ",")]
    shown = [*share, STATUS.get(one.status, one.status)]
    down = paper.paragraph((LEFT, down), " · ".join(shown), WIDTH)
    if one.office:
        down = paper.paragraph((LEFT, down), f"Zuständig: {one.office}", WIDTH)
    for law in one.laws:
        lower = paper.paragraph((LEFT, down), law.title, WIDTH, 8)
        if law.url:
            paper.link((LEFT, lower + 2, LEFT + WIDTH, down + 3), law.url)
        down = lower
    return down - 4


def _room(paper: Paper, down: float, wanted: float) -> float:
    """Where to go on: here when there is room, else on another page."""
    if down - wanted > FOOT or down == TOP:
        return down
    paper.next_page()
    at: Point = (LEFT, FOOT - 8)
    paper.text(at, NOT_OFFICIAL, 8, GREY)
    return TOP
