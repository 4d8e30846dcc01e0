"""What we refuse and why: every error that may reach a person has a stable code and a sentence that says what to do."""


class LoketError(Exception):
    """A refusal: a stable `code` (snake case) for machines, a `text` for people, its HTTP `status`."""

    status = 400

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text


class Invalid(LoketError):
    """The request itself is wrong; sending it again unchanged will fail again."""

    status = 422


class TooLarge(LoketError):
    """More bytes, characters or entries than we accept."""

    status = 413


class NotFound(LoketError):
    """It does not exist for this owner; whether it exists for somebody else is not said."""

    status = 404


class Gone(LoketError):
    """It existed and was erased on request."""

    status = 410


class Refused(LoketError):
    """The caller may not do this: wrong host, wrong origin, no or a wrong token."""

    status = 403


class Conflict(LoketError):
    """It contradicts what is already recorded: a key used for another event, a question that is closed."""

    status = 409


class Unavailable(LoketError):
    """We can't serve this now: a full disk, a stopping server, a limit of this owner."""

    status = 503


class Moved(Unavailable):
    """Another node goes on with this conversation: at `address`, when that is known. Nothing was recorded."""

    def __init__(self, address: str = "") -> None:
        super().__init__("moved", "Another server goes on with this conversation. Try again in a moment.")
        self.address = address


class NotStored(Unavailable):
    """The store would not have the beginning of a conversation, and there is none."""

    def __init__(self) -> None:
        super().__init__("not_stored", "This could not be stored. Try again in a moment.")


class NoQuorum(Unavailable):
    """The servers that keep the log do not answer, or too few of them. What was to be stored may be stored all the
    same, now or later; sent again with its key, it is taken once."""

    def __init__(self) -> None:
        text = "The servers that keep the log do not answer, or too few of them. Send this again in a moment,"
        super().__init__("no_quorum", f"{text} with the same key if it had one: it is taken once.")


class OutOfRoom(LoketError):
    """This owner has all that an owner may have; erasing makes room."""

    status = 507


class StoreError(LoketError):
    """The data folder can't be used: in use by another server, written by a newer version, damaged."""

    status = 500


class NewerRecord(StoreError):
    """A record has a later `version` than this program knows; a newer server of the same store may serve it."""

    status = 503

    def __init__(self, version: int, known: int) -> None:
        text = f"A newer Loket wrote this: record version {version} is needed, and this server knows {known}."
        super().__init__(
            "newer_record", f"{text} Try again in a moment, when a newer one may answer, or renew this one."
        )
        self.version = version


class ConfigError(LoketError):
    """The configuration can't be used; the text names the file or variable and the value that was expected."""

    status = 500
