"""Which servers keep the log, how we are known there, and what to do when they do not take us, in plain sentences."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, urlsplit

from loket.core.errors import ConfigError, StoreError

SCHEMES = ("nats", "tls")
FILES = ("credentials", "ca", "certificate", "key")


@dataclass(frozen=True, slots=True)
class Servers:
    """As in LOKET_STORE: `nats://user:password@a:4222,b:4222?replicas=3&prefix=loket`; `tls` in place of `nats`
    encrypts. Each record is kept by so many servers: 3 when three or more are named, else 1, unless it is said. Files
    are named in the query, too: `credentials` of NATS (.creds), and in PEM `ca`, which vouches for the servers, and
    `certificate` and `key`, which vouch for us."""

    urls: tuple[str, ...]
    replicas: int = 1
    prefix: str = "loket"
    credentials: Path | None = None
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @classmethod
    def of(cls, address: str) -> Self:
        """From the connection string; ConfigError names what it should be."""
        scheme, slashes, rest = address.partition("://")
        hosts, _, query = rest.partition("?")
        options = {name: values[-1] for name, values in parse_qs(query).items()}
        names = [name for name in hosts.strip("/").split(",") if name]
        replicas = options.pop("replicas", "3" if len(names) >= 3 else "1")
        prefix = options.pop("prefix", "loket")
        files = {name: Path(options.pop(name)) for name in FILES if name in options}
        sound = slashes and scheme in SCHEMES and names and not options and prefix.isidentifier()
        if not sound or replicas not in ("1", "3", "5"):
            wanted = "nats://a:4222,b:4222,c:4222, and may end with ?replicas=1, 3 or 5, prefix=a_word and files"
            raise ConfigError("bad_store", f"LOKET_STORE must be like {wanted} ({', '.join(FILES)}).")
        # a user that is named once is the user of all
        user = f"{names[0].rpartition('@')[0]}@" if "@" in names[0] else ""
        urls = tuple(f"{scheme}://{name if '@' in name else user + name}" for name in names)
        return cls(urls, int(replicas), prefix, **files)

    @property
    def shown(self) -> str:
        """Their names without a password."""
        return ", ".join(urlsplit(url).netloc.rpartition("@")[2] for url in self.urls)

    def encryption(self) -> ssl.SSLContext | None:
        """None when it goes in the clear."""
        if not (self.ca or self.certificate or self.urls[0].startswith("tls:")):
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key)
        except (OSError, ssl.SSLError) as error:
            raise ConfigError("bad_certificate", f"A certificate or key for NATS can't be read: {error}.") from error
        return context

    def absent(self) -> StoreError:
        return StoreError("nats_absent", f"No NATS server answers at {self.shown}. Start one, or correct LOKET_STORE.")

    def unused(self) -> StoreError:
        text = f"The NATS servers at {self.shown} keep no logs of Loket under the prefix {self.prefix}."
        return StoreError("data_missing", text)

    def stranger(self) -> StoreError:
        text = (
            f"The NATS servers at {self.shown} do not know us. Give the user in LOKET_STORE, or a file of credentials."
        )
        return StoreError("nats_stranger", text)

    def forbidden(self, what: str) -> StoreError:
        text = f"Our user of NATS may not do what storing needs ({what}). Allow it to publish to $JS.API.> and"
        return StoreError("nats_forbidden", f"{text} {self.prefix}.>, and to subscribe to _INBOX.>.")

    def without_jetstream(self) -> StoreError:
        text = f"JetStream is off on the NATS servers at {self.shown}. Start them with `jetstream {{}}` in their"
        return StoreError("no_jetstream", f"{text} configuration, and enable it for our account.")

    def too_old(self, version: str) -> StoreError:
        return StoreError("nats_too_old", f"The NATS server is {version}; atomic batches need 2.12 or later. Renew it.")

    def too_few(self, why: str) -> StoreError:
        text = f"The NATS servers can't keep {self.replicas} copies of each record ({why}). Start more of them as one"
        return StoreError("too_few_servers", f"{text} cluster, or say ?replicas=1 at the end of LOKET_STORE.")
