"""What a content function says when it cannot work with what it was given."""


class ContentError(Exception):
    """A refusal with a stable code and one plain Dutch sentence for the person.

    Codes that start with `invalid_`, and `too_large`, mean that the arguments were wrong (JSON-RPC -32602)."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
