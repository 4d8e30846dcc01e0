"""Which addresses may be called: decided on the resolved address, so that no name, notation or tunnel hides one."""

import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Literal

import anyio
import httpx

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[list[str]]]
"""From a host and a port to addresses; raises OSError when there is none."""


LOCALHOST = "localhost"
THIS_MACHINE = frozenset({LOCALHOST, "127.0.0.1", "::1"})
"""Names that mean the same (RFC 6761): whoever allows one of them allows this machine."""


_PORTS = (1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109)
_MORE = (110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530)
_REST = (531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190)
_LAST = (5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080)
BAD_PORTS = frozenset((*_PORTS, *_MORE, *_REST, *_LAST))
"""Ports of services that speak something else and might take a request for it; browsers refuse the same ones
(https://fetch.spec.whatwg.org/#port-blocking)."""


REFUSED = "address_refused"
"""The code of a call that was not made because of its address; a person's no has another."""

SETTING = "LOKET_ALLOW_PRIVATE"
_HERE, _LOCAL, _RESERVED, _PRIVATE = (
    "it is this machine",
    "it is link-local",
    "it is reserved",
    "it is private or reserved",
)

Cause = Literal["this_machine", "private", "not_https", "other"]


@dataclass(frozen=True)
class AddressRefusal:
    """Why a host is not called. The operator may allow this machine and private networks, by the setting."""

    host: str
    why: str
    cause: Cause = "other"

    @property
    def text(self) -> str:
        """Cause and setting, in sentences."""
        told = f"{self.host} may not be called: {self.why}."
        hint = f" Whoever runs this can allow it: {SETTING}={self.host}."
        return told + hint if self.cause in ("this_machine", "private") else told


class AddressRefused(httpx.ConnectError):
    """The call was not made: its address is none that we may call."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__(f"{host} may not be called: {why}")
        self.code = REFUSED
        self.refusal = AddressRefusal(host, why, _cause(why))
        self.text = f"{host} may not be called: {why}."


async def resolved(host: str, port: int) -> list[str]:
    """Addresses as the system knows them, each once, in its order of preference."""
    found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class AddressGuard:
    """Answers which addresses a host may be called at.

    `allow` holds hosts exactly as they are written in an address (`127.0.0.1`, `localhost`, `tools.internal`), or with
    the one port that is meant (`localhost:8040`, `[::1]:8040`), and networks (`10.1.0.0/16`) for addresses written as
    numbers. A name that merely resolves to an allowed address stays
    refused: anybody can make a name that points at our loopback. The usual names of this machine mean each other.
    `here`: all of this machine may be called by those names, but for ports of other services."""

    def __init__(self, allow: Iterable[str] = (), resolve: Resolve = resolved, *, here: bool = False) -> None:
        self._here = here
        entries = [entry.strip().lower() for entry in allow if entry.strip()]
        self._networks = tuple(ipaddress.ip_network(entry, strict=False) for entry in entries if "/" in entry)
        self._places = frozenset(_place(entry) for entry in entries if "/" not in entry)
        self._resolve = resolve
        self._agreed: set[tuple[str, int]] = set()

    def agree(self, host: str, port: int) -> None:
        """From now on this host may be called at this one port, as if the operator had named it: a person said so."""
        self._agreed |= {(name, port) for name in _meant(_bare(host.lower()))}

    async def addresses(self, host: str, port: int) -> list[str]:
        """The checked addresses of a host, to be connected to as they are. Raises AddressRefused."""
        name = host.rstrip(".").lower().strip("[]")
        literal = _literal(name)
        if literal is None and _looks_numeric(name):
            raise AddressRefused(host, "it is a number in an unusual notation")
        allowed = self.allows_by_name(host, port)
        if not allowed and port in BAD_PORTS:
            raise AddressRefused(host, f"port {port} is that of another service")
        try:
            found = [str(literal)] if literal else await self._resolve(name, port)
        except (OSError, UnicodeError) as error:
            raise httpx.ConnectError(f"{host} has no address") from error
        if not found:
            raise httpx.ConnectError(f"{host} has no address")
        if _is_localhost(name) and not all((one := _literal(address)) and one.is_loopback for address in found):
            raise AddressRefused(host, "that name is this machine's, and leads to another")
        if not allowed:
            for address in found:
                parsed = _literal(address)
                why = refusal(parsed) if parsed else "what it resolves to is no address"
                if why:
                    raise AddressRefused(host, why)
        return found

    def allows_by_name(self, host: str, port: int) -> bool:
        """Whether the operator allowed this host by name or network, so that it may be called wherever it is."""
        name = _bare(host.lower())
        literal = _literal(name)
        if self._here and name in THIS_MACHINE and port not in BAD_PORTS:
            return True
        known = any((one, None) in self._places or (one, port) in self._places for one in _meant(name))
        return known or (name, port) in self._agreed or (literal is not None and self._networked(literal))

    def forbids(self, host: str, port: int) -> AddressRefusal | None:
        """Why a host may surely not be called, as far as that can be told without looking it up."""
        name, why = _bare(host.lower()), None
        if self.allows_by_name(host, port):
            return None
        if port in BAD_PORTS:
            why = f"port {port} is that of another service"
        elif (literal := _literal(name)) is not None:
            why = refusal(literal)
        elif _looks_numeric(name):
            why = "it is a number in an unusual notation"
        elif _is_localhost(name):
            why = _HERE
        return AddressRefusal(host, why, _cause(why)) if why else None

    def _networked(self, address: Address) -> bool:
        return any(address in network for network in self._networks if network.version == address.version)


def _place(entry: str) -> tuple[str, int | None]:
    """A host as the operator wrote it, with its port when that was written too."""
    host, colon, port = entry.rpartition(":")
    if colon and port.isdecimal() and ("]" in host or ":" not in host):
        return _bare(host), int(port[:6])
    return _bare(entry), None


def _meant(name: str) -> frozenset[str]:
    """The names that a host goes by."""
    return THIS_MACHINE if name in THIS_MACHINE else frozenset({name})


def _bare(host: str) -> str:
    return host.rstrip(".").strip("[]")


def refusal(address: Address) -> str | None:
    """Why an address may not be called, or None when it is an ordinary public one."""
    if isinstance(address, IPv6Address):
        inner = _inside(address)
        if inner is not None:
            why = refusal(inner)
            return f"it carries {inner}; {why}" if why else None
    if any(address in network for network in _CLOUD if network.version == address.version):
        return "it belongs to the machine's own cloud"
    if address.is_loopback or address.is_unspecified:
        return _HERE
    if address.is_link_local:
        return _LOCAL
    if address.is_multicast:
        return "it is multicast"
    if any(address in network for network in _SPECIAL if network.version == address.version):
        return _RESERVED
    if address.is_private or not address.is_global or address.is_reserved:
        return _PRIVATE
    return None


def _cause(why: str) -> Cause:
    """What an address is, by the reason that is told of it."""
    if why.endswith(_HERE):
        return "this_machine"
    return "private" if why.endswith((_LOCAL, _RESERVED, _PRIVATE)) else "other"


def _inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to, by any of the ways one can be carried."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    number = int(address)
    if address in _NAT64 or (number >> 32) & 0xFFFFFFFF in (0x00005EFE, 0x02005EFE):
        return IPv4Address(number & 0xFFFFFFFF)
    return None


def _is_localhost(name: str) -> bool:
    return name == LOCALHOST or name.endswith(f".{LOCALHOST}")


def _literal(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _looks_numeric(name: str) -> bool:
    """Whether some systems would read it as an IPv4 address (`2130706433`, `0x7f.1`, `127.1`, `0177.0.0.1`), or as
    an IPv6 address in a form we do not know."""
    last = name.rsplit(".", 1)[-1]
    return ":" in name or "%" in name or re.fullmatch(r"[0-9]+|0x[0-9a-f]*", last) is not None


_NAT64 = IPv6Network("64:ff9b::/96")

_CLOUD = (
    IPv4Network("169.254.169.254/32"),
    IPv4Network("168.63.129.16/32"),  # a public number that only the machine's own host answers to
    IPv4Network("100.100.100.200/32"),
    IPv6Network("fd00:ec2::/32"),
)

# What the standard library of one of our Python versions still counts as public.
_SPECIAL = (
    IPv4Network("100.64.0.0/10"),
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv4Network("198.18.0.0/15"),
    IPv6Network("::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("100::/64"),
    IPv6Network("2001::/23"),
    IPv6Network("2001:db8::/32"),
    IPv6Network("3fff::/20"),
    IPv6Network("5f00::/16"),
    IPv6Network("fec0::/10"),
)
