"""The documents, with the PDF library read when the first one is made: most starts never need it."""

from collections.abc import Sequence

from loket_demos.sogis.geo.scale import Sheet
from loket_demos.sogis.source.shapes import Bore, Extract, Parcel


def plan_page(parcel: Parcel, around: Sequence[Parcel], sheet: Sheet) -> bytes:
    """The cadastral plan of a parcel."""
    from loket_demos.sogis.prints.plan import draw

    return draw(parcel, around, sheet)


def extract_pages(extract: Extract) -> bytes:
    """The restrictions on a parcel."""
    from loket_demos.sogis.prints.extract import write

    return write(extract)


def bore_page(bore: Bore) -> bytes:
    """The answer about a borehole."""
    from loket_demos.sogis.prints.bore import write_bore

    return write_bore(bore)
