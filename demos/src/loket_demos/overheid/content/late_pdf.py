"""PDFs of letters, with their two libraries read when the first one is asked for: most starts never need them."""


def text_of(data: bytes) -> str:
    """The text of a PDF; raises ContentError."""
    from loket_demos.overheid.content.letter_pdf import text_of as read

    return read(data)


def pdf_of(text: str, title: str) -> bytes:
    """A text on pages."""
    from loket_demos.overheid.content.letter_pdf import pdf_of as write

    return write(text, title)
