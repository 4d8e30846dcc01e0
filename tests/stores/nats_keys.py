"""What servers and those who come to them show each other: certificates of an own authority, nkeys, and credentials."""

import base64
import json
import os
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path

import nkeys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_LIMITS = {"subs": -1, "data": -1, "payload": -1}


def certified(folder: Path) -> None:
    """Writes an authority (ca), two whom it vouches for (server, client), and one who does so itself (stranger), each
    as NAME.pem and NAME.key."""
    authority = _certificate(folder, "ca")
    for name in ("server", "client"):
        _certificate(folder, name, authority)
    _certificate(folder, "stranger")


def _certificate(
    folder: Path, name: str, issuer: tuple[ec.EllipticCurvePrivateKey, x509.Name] | None = None
) -> tuple[ec.EllipticCurvePrivateKey, x509.Name]:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signer, signed_by = issuer or (key, subject)
    certificate = (
        x509.CertificateBuilder(signed_by, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(signer, hashes.SHA256())
    )
    (folder / f"{name}.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / f"{name}.key").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return key, subject


def pair(prefix: int = nkeys.PREFIX_BYTE_USER) -> nkeys.KeyPair:
    return nkeys.from_seed(nkeys.encode_seed(os.urandom(32), prefix))


def public(key: nkeys.KeyPair) -> str:
    return bytes(key.public_key).decode()


def seed(key: nkeys.KeyPair) -> str:
    assert key.seed is not None
    return bytes(key.seed).decode()


def _token(signer: nkeys.KeyPair, subject: nkeys.KeyPair, kind: str, **nats: object) -> str:
    """A JWT as NATS reads it (version 2), by which the signer says what the subject is and may do."""
    claims: dict[str, object] = {"iat": int(time.time()), "iss": public(signer), "sub": public(subject), "name": kind}
    claims["nats"] = {"type": kind, "version": 2, **nats}
    claims["jti"] = base64.b32encode(sha256(json.dumps(claims).encode()).digest()).decode().rstrip("=")
    parts = [{"typ": "JWT", "alg": "ed25519-nkey"}, claims]
    said = b".".join(_plain(json.dumps(part).encode()) for part in parts)
    return (said + b"." + _plain(signer.sign(said))).decode()


def _plain(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def operated(folder: Path) -> str:
    """What a server is told whose accounts an operator vouches for. Writes credentials: `ours.creds`, `foreign.creds`
    of an account that it does not know, and `mixed.creds` with the seed of somebody else."""
    operator, user = pair(nkeys.PREFIX_BYTE_OPERATOR), pair()
    account, foreign, system = (pair(nkeys.PREFIX_BYTE_ACCOUNT) for _ in range(3))
    room = {**_LIMITS, "imports": -1, "exports": -1, "wildcards": True, "conn": -1, "leaf": -1}
    storing = {**room, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
    for name, signer, key in (("ours", account, user), ("foreign", foreign, user), ("mixed", account, pair())):
        lines = [
            *("-----BEGIN NATS USER JWT-----", _token(signer, user, "user", pub={}, sub={}, **_LIMITS)),
            *("------END NATS USER JWT------", "", "-----BEGIN USER NKEY SEED-----", seed(key)),
            *("------END USER NKEY SEED------", ""),
        ]
        (folder / f"{name}.creds").write_text("\n".join(lines))
    ours = f"{public(account)}: {_token(operator, account, 'account', limits=storing)}"
    accounts = f"{ours}, {public(system)}: {_token(operator, system, 'account', limits=room)}"
    known = f"system_account: {public(system)}\nresolver: MEMORY\nresolver_preload {{ {accounts} }}\n"
    return f"operator: {_token(operator, operator, 'operator')}\n{known}"
