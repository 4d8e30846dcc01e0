"""Which servers keep the log, how we are known there, and what to do when they do not take us, in plain sentences."""

import re
import ssl
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, unquote

import nkeys

from loket.core.errors import ConfigError, StoreError

SCHEMES = ("nats", "tls")
FILES = ("credentials", "nkey", "ca", "certificate", "key")
_HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?")
_NO_WORD = re.compile(r"\W")
_SEED = re.compile(r"^SU[A-Z2-7]{56}\s*$", re.MULTILINE)
_CREDENTIALS = re.compile(r"-BEGIN NATS USER JWT-+\r?\n[\w.-]+\s(?s:.*)-BEGIN USER NKEY SEED-+\r?\nSU")


@dataclass(frozen=True, slots=True)
class Servers:
    """As in LOKET_STORE: `nats://user:password@a:4222,b:4222?replicas=3&prefix=loket`, or `nats://token@a:4222`; `tls`
    in place of `nats` encrypts. Each record is kept by so many servers: 3 when three or more are named, else 1, unless
    it is said. Files are named in the query, too: `credentials` of NATS (.creds) or the seed of an `nkey`, and in PEM
    `ca`, which vouches for the servers, and `certificate` and `key`, which vouch for us."""

    urls: tuple[str, ...]
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    replicas: int = 1
    prefix: str = "loket"
    credentials: Path | None = None
    nkey: Path | None = None
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @classmethod
    def of(cls, address: str) -> Self:
        """From the connection string; ConfigError names what it should be."""
        scheme, slashes, rest = address.partition("://")
        named, _, query = rest.partition("?")
        options = {name: values[-1] for name, values in parse_qs(query).items()}
        names = [name for name in named.strip("/").split(",") if name]
        replicas = options.pop("replicas", "3" if len(names) >= 3 else "1")
        prefix = options.pop("prefix", "loket")
        files = {name: Path(options.pop(name)) for name in FILES if name in options}
        hosts = [name.rpartition("@")[2] for name in names]
        # a user that is named once is the user of all
        users = {user for name in names if (user := name.rpartition("@")[0])}
        sound = slashes and scheme in SCHEMES and names and not options and prefix.isidentifier()
        # What is no host may be a part of a password: it is not shown.
        sound = sound and len(users) < 2 and all(map(_HOST.fullmatch, hosts))
        if not sound or replicas not in ("1", "3", "5"):
            wanted = "nats://a:4222,b:4222,c:4222, and may end with ?replicas=1, 3 or 5, prefix=a_word and files"
            raise ConfigError("bad_store", f"LOKET_STORE must be like {wanted} ({', '.join(FILES)}).")
        user, colon, password = users.pop().partition(":") if users else ("", "", "")
        urls = tuple(f"{scheme}://{host}" for host in hosts)
        pair = (unquote(user), unquote(password), None) if colon else (None, None, unquote(user) or None)
        return cls(urls, *pair, int(replicas), prefix, **files)

    def of_part(self, part: str) -> Self:
        """Where a part of a set-up keeps its own logs, which the nodes of other parts could not go on with."""
        return replace(self, prefix=f"{self.prefix}_{_NO_WORD.sub('_', part)}") if part else self

    @property
    def shown(self) -> str:
        """Their names."""
        return ", ".join(url.partition("://")[2] for url in self.urls)

    def check_credentials(self) -> None:
        """ConfigError names a file that does not hold what it should: the client would look for it there for ever."""
        for path, shape in ((self.credentials, _CREDENTIALS), (self.nkey, _SEED)):
            if path is None:
                continue
            try:
                text = path.read_text("ascii")
                if not shape.search(text):
                    raise ValueError
                nkeys.from_seed(bytearray(_SEED.findall(text)[0].strip().encode()))
            except OSError as error:
                raise ConfigError("bad_credentials", f"{path} can't be read: {error.strerror}.") from error
            except (ValueError, IndexError, nkeys.NkeysError):
                wanted = "a .creds file of NATS" if path == self.credentials else "the seed of a user's nkey (SU…)"
                raise ConfigError("bad_credentials", f"{path} is not {wanted}. Name the right one.") from None

    def encryption(self) -> ssl.SSLContext | None:
        """None when it goes in the clear, unless the servers want it otherwise."""
        if not (self.ca or self.certificate or self.urls[0].startswith("tls:")):
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key)
        except OSError as error:
            files = ", ".join(str(file) for file in (self.ca, self.certificate, self.key) if file is not None)
            text = f"A certificate or key for NATS can't be read ({files}): {error.strerror or error}."
            raise ConfigError("bad_certificate", text) from error
        return context

    def absent(self) -> StoreError:
        return StoreError("nats_absent", f"No NATS server answers at {self.shown}. Start one, or correct LOKET_STORE.")

    def untrusted(self, why: str) -> StoreError:
        text = f"No encrypted connection to the NATS servers at {self.shown} ({why}). Name in LOKET_STORE the file of"
        return StoreError(
            "nats_untrusted", f"{text} who vouches for them (ca=) and, if they want it, ours (certificate=, key=)."
        )

    def in_the_clear(self) -> StoreError:
        text = f"A NATS server at {self.shown} does not encrypt, and LOKET_STORE wants it (tls:// or ca=): it was told"
        return StoreError(
            "nats_in_the_clear", f"{text} nothing. Turn on TLS there, or write nats:// without files of TLS."
        )

    def unused(self) -> StoreError:
        text = f"The NATS servers at {self.shown} keep no logs of Loket under the prefix {self.prefix}."
        return StoreError("data_missing", text)

    def stranger(self) -> StoreError:
        text = f"The NATS servers at {self.shown} do not know us. Give the user in LOKET_STORE as they have it"
        how = "(nats://user:password@a, nats://token@a; write @ as %40), or a file (credentials=, nkey=)."
        return StoreError("nats_stranger", f"{text} {how}")

    def forbidden(self, what: str) -> StoreError:
        text = f"Our user of NATS may not do what storing needs ({what}). Allow it to publish to $JS.API.> and"
        return StoreError(
            "nats_forbidden", f"{text} {self.prefix}.>, and to subscribe to _INBOX.> and {self.prefix}.log.n.>."
        )

    def without_jetstream(self) -> StoreError:
        text = f"JetStream is off on the NATS servers at {self.shown}. Start them with `jetstream {{}}` in their"
        return StoreError("no_jetstream", f"{text} configuration, and enable it for our account.")

    def too_old(self, version: str) -> StoreError:
        return StoreError("nats_too_old", f"The NATS server is {version}; atomic batches need 2.12 or later. Renew it.")

    def too_few(self, why: str) -> StoreError:
        text = f"The NATS servers can't keep {self.replicas} copies of each record ({why}). Start more of them as one"
        return StoreError("too_few_servers", f"{text} cluster, or say ?replicas=1 at the end of LOKET_STORE.")
