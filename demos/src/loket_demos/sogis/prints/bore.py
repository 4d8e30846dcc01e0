"""The answer about a borehole for geothermal heat as a document of one page."""

from loket_demos.paper import PAGE, Paper
from loket_demos.sogis.prints.plan import NOT_OFFICIAL, RED, metres
from loket_demos.sogis.source.shapes import Bore
from loket_demos.sogis.texts import say

LEFT, TOP, WIDTH = 20.0, PAGE[1] - 20, PAGE[0] - 40
TITLE = "Auskunft zu Erdwärmesonden"
ADVICE = (
    "Zuständig für eine Bewilligung ist der Kanton.",
    "Vor dem Bohren muss geprüft werden, ob Leitungen oder Bauwerke im Weg sind.",
)


def write_bore(bore: Bore) -> bytes:
    """The document as a PDF."""
    paper = Paper(TITLE, NOT_OFFICIAL)
    down = paper.paragraph((LEFT, TOP), TITLE, WIDTH, 16, bold=True)
    east, north = (metres(side) for side in bore.coord)
    down = paper.paragraph((LEFT, down), f"Koordinate {east} / {north} (LV95)", WIDTH, 12, bold=True)
    paper.text((LEFT, down - 2), NOT_OFFICIAL, 11, RED, bold=True)
    down = paper.paragraph((LEFT, down - 7), "Aus erfundenen Beispieldaten zusammengestellt.", WIDTH, 8) - 4
    down = paper.paragraph((LEFT, down), say("de", "bore", bore.verdict, depth=bore.depth), WIDTH, 11) - 2
    for line in ADVICE:
        down = paper.paragraph((LEFT, down), line, WIDTH)
    return paper.done()
