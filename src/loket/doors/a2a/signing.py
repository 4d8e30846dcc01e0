"""The key that our cards are signed with: read from a file, and shown in its public half where the signatures say."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from a2a.types import a2a_pb2 as pb
from a2a.utils.signing import create_agent_card_signer
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from jwt.algorithms import get_default_algorithms
from jwt.utils import base64url_encode

from loket.core.data import JsonObject
from loket.core.errors import ConfigError

CURVES = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}
RSA_BITS = 2048
NAMING = ("crv", "e", "kty", "n", "x", "y")
"""What a key is named by (RFC 7638)."""


@dataclass(frozen=True, slots=True)
class CardKey:
    """Signs cards; `public` is the JSON Web Key that a signature is checked with."""

    sign: Callable[[pb.AgentCard], pb.AgentCard]
    public: JsonObject


def card_key(path: Path, jku: str) -> CardKey:
    """The private key in a PEM file; `jku` is where others find its public half. ConfigError when it is none that
    cards can be signed with: a curve of NIST, Ed25519, or RSA of at least 2048 bits."""
    try:
        pem = path.read_bytes()
        private = load_pem_private_key(pem, None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no private key in PEM without a password"
        raise _unusable(path, str(why)) from None
    match private:
        case EllipticCurvePrivateKey() if private.curve.name in CURVES:
            algorithm = CURVES[private.curve.name]
        case Ed25519PrivateKey():
            algorithm = "EdDSA"
        case RSAPrivateKey() if private.key_size >= RSA_BITS:
            algorithm = "RS256"
        case _:
            raise _unusable(path, f"take P-256, P-384, P-521, Ed25519, or RSA of at least {RSA_BITS} bits")
    told: JsonObject = get_default_algorithms()[algorithm].to_jwk(private.public_key(), as_dict=True)
    named = {name: told[name] for name in NAMING if name in told}
    print_ = hashlib.sha256(json.dumps(named, sort_keys=True, separators=(",", ":")).encode()).digest()
    kid = base64url_encode(print_).decode()
    sign = create_agent_card_signer(pem, {"kid": kid, "alg": algorithm, "typ": "JOSE", "jku": jku})
    return CardKey(sign, {**named, "kid": kid, "alg": algorithm, "use": "sig"})


def _unusable(path: Path, why: str) -> ConfigError:
    return ConfigError("bad_config", f"{path} can't be used as the key of our cards: {why}.")
