"""Certificates of ours that agents want to see when a line is opened (mutual TLS), each for one origin."""

import ssl

import httpx

from loket.core.errors import ConfigError
from loket.net.client import origin
from loket.tools.agents.credentials import ClientCertificate
from loket.tools.agents.settings import AgentSettings


def contexts(settings: AgentSettings) -> dict[str, ssl.SSLContext]:
    """How lines to these origins are opened. ConfigError names the certificate whose files can't be used."""
    certificates = {of: one for of, one in settings.credentials.items() if isinstance(one, ClientCertificate)}
    return {origin(of): _context(of, one) for of, one in certificates.items()}


def _context(of: str, credential: ClientCertificate) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=credential.ca) if credential.ca else httpx.create_ssl_context()
        context.load_cert_chain(credential.certificate, credential.key, _no_password)
    except (OSError, ValueError) as error:
        expected = "certificate, key and ca are PEM files, and the key has no password"
        raise ConfigError("bad_config", f"credentials.{of} can't be used: {expected}.") from error
    return context


def _no_password() -> str:
    """Nobody is asked at a terminal."""
    raise ValueError
