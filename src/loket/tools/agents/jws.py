"""Checks the signatures of a card with the libraries for it; read only when a card has some.

A signature is made over a canonical form. What came over the wire is tried first, because then every field is covered;
else the form of the A2A library, which knows only the fields of version 1.0."""

import base64
from collections.abc import Sequence

import jwt
import msgspec
from a2a.types import AgentCard
from a2a.utils.signing import SignatureVerificationError, create_signature_verifier
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, text_at
from loket.tools.agents.verdict import MOST, SignatureVerdict

ALGORITHMS = ("ES256", "ES384", "ES512", "EdDSA", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
"""Public keys only: with a shared secret whoever can check could sign."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


def verified(raw: JsonObject, keys: Sequence[JsonObject]) -> SignatureVerdict:
    """The first of the keys that made one of the signatures, and what it signed."""
    for key in keys[:MOST]:
        try:
            used = jwt.PyJWK(key)
        except (jwt.PyJWTError, ValueError, TypeError, KeyError):
            continue
        if _whole(raw, used):
            return SignatureVerdict(
                signed={name: value for name, value in raw.items() if name != "signatures"}, key=key
            )
        known = _signed_fields(raw, used)
        if known is not None:
            return SignatureVerdict(signed=known, key=key)
    return SignatureVerdict()


def _whole(raw: JsonObject, key: jwt.PyJWK) -> bool:
    """Whether the card is signed exactly as it is written. The encoder gives the canonical form of RFC 8785 for all
    that stands in a card but fractions and odd names; for those it fails to agree, which errs on the safe side."""
    body = _canonical({name: value for name, value in raw.items() if name != "signatures"})
    payload = base64.urlsafe_b64encode(body).rstrip(b"=").decode()
    for entry in list_at(raw, "signatures")[:MOST]:
        token = f"{text_at(entry, 'protected')}.{payload}.{text_at(entry, 'signature')}"
        try:
            jwt.api_jws.decode(token, key, list(ALGORITHMS))
        except (jwt.PyJWTError, ValueError, TypeError):
            continue
        return True
    return False


def _signed_fields(raw: JsonObject, key: jwt.PyJWK) -> JsonObject | None:
    """The fields of version 1.0, when the library finds them signed."""

    def provide(kid: str | None, jku: str | None) -> jwt.PyJWK:
        return key

    try:
        card = ParseDict(
            {**raw, "signatures": list_at(raw, "signatures")[:MOST]}, AgentCard(), ignore_unknown_fields=True
        )
        create_signature_verifier(provide, list(ALGORITHMS))(card)
    except (ParseError, SignatureVerificationError, ValueError, TypeError, RecursionError):
        return None
    found: Json = MessageToDict(card)
    return {name: value for name, value in found.items() if name != "signatures"} if is_object(found) else None
