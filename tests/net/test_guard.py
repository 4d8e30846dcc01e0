"""Which addresses may be called: every notation and tunnel of a private address is refused, public ones pass."""

import ipaddress
from ipaddress import IPv4Address, IPv6Address

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.net.guard import AddressGuard, AddressRefused, refusal

# fmt: off
PRIVATE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.8", "192.0.2.1", "192.88.99.1",
    "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "ff0e::1", "100::1",
    "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "3fff::1",
    "5f00::1", "2a02:1234::5efe:7f00:1", "2a02:1234::200:5efe:a00:1",
]
PUBLIC = ["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
NUMBERS = [
    "2130706433", "0x7f000001", "0x7f.1", "127.1", "127.0.1", "0177.0.0.1", "017700000001", "127.0.0.1.0x0",
    "::1%lo:x", "1:2:3",
]
# fmt: on


async def guard_resolving(answer: list[str]) -> AddressGuard:
    async def resolve(host: str, port: int) -> list[str]:
        return answer

    return AddressGuard(resolve=resolve)


@pytest.mark.parametrize("address", PRIVATE)
async def test_private_addresses_are_refused_as_written_and_as_resolved(address: str) -> None:
    assert refusal(ipaddress.ip_address(address))
    for host in (address, f"[{address}]", "tools.example"):
        with pytest.raises(AddressRefused):
            await (await guard_resolving([address])).addresses(host, 80)


@pytest.mark.parametrize("address", PUBLIC)
async def test_public_addresses_pass(address: str) -> None:
    assert refusal(ipaddress.ip_address(address)) is None
    assert await (await guard_resolving([address])).addresses("tools.example", 443) == [address]
    found = await (await guard_resolving([])).addresses(address, 443)
    assert [ipaddress.ip_address(one) for one in found] == [ipaddress.ip_address(address)]


@pytest.mark.parametrize("port", [22, 25, 6667])
async def test_ports_of_other_services_are_refused_but_where_they_are_allowed(port: int) -> None:
    guard = await guard_resolving(["93.184.216.34"])
    with pytest.raises(AddressRefused):
        await guard.addresses("tools.example", port)
    assert guard.forbids("tools.example", port)
    assert await AddressGuard(["93.184.216.34"]).addresses("93.184.216.34", port)


@pytest.mark.parametrize("host", NUMBERS)
async def test_numbers_in_unusual_notation_are_refused_without_asking_anybody(host: str) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise AssertionError("asked the resolver")

    with pytest.raises(AddressRefused):
        await AddressGuard(resolve=resolve).addresses(host, 80)


async def test_one_bad_address_among_good_ones_refuses_the_name() -> None:
    with pytest.raises(AddressRefused):
        await (await guard_resolving(["93.184.216.34", "127.0.0.1"])).addresses("both.example", 80)
    with pytest.raises(AddressRefused):
        await (await guard_resolving(["not-an-address"])).addresses("odd.example", 80)


async def test_a_name_without_an_address_is_a_connect_error() -> None:
    async def unknown(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    for guard in (await guard_resolving([]), AddressGuard(resolve=unknown)):
        with pytest.raises(httpx.ConnectError) as failed:
            await guard.addresses("nowhere.example", 80)
        assert not isinstance(failed.value, AddressRefused)


async def test_allowed_are_hosts_as_written_and_networks_of_numbers() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    guard = AddressGuard(allow=["127.0.0.1", " Tools.Internal. ", "10.1.0.0/16", "::1", ""], resolve=resolve)
    assert await guard.addresses("127.0.0.1", 80) == ["127.0.0.1"]
    assert await guard.addresses("[::1]", 80) == ["::1"]
    assert await guard.addresses("TOOLS.internal.", 80) == ["127.0.0.1"]
    assert await guard.addresses("10.1.2.3", 80) == ["10.1.2.3"]
    for host in ("evil.example", "x.localhost", "127.0.0.2", "10.2.0.1", "::ffff:127.0.0.1"):
        with pytest.raises(AddressRefused):
            await guard.addresses(host, 80)


def test_named_are_the_hosts_that_were_allowed_as_they_are_written() -> None:
    guard = AddressGuard(allow=["127.0.0.1", "Tools.Internal", "10.1.0.0/16", "::1"])
    assert all(guard.allows_by_name(host, 80) for host in ("127.0.0.1", "tools.internal.", "10.1.2.3", "[::1]"))
    assert not any(
        guard.allows_by_name(host, 80) for host in ("x.localhost", "x.tools.internal", "10.2.0.1", "127.0.0.2", "")
    )


async def test_a_name_of_this_machine_that_a_person_agreed_to_leads_nowhere_else() -> None:
    async def elsewhere(host: str, port: int) -> list[str]:
        return ["169.254.169.254"]

    guard = AddressGuard(resolve=elsewhere)
    for host in ("localhost", "x.localhost"):
        guard.agree(host, 8040)
        with pytest.raises(AddressRefused, match="leads to another"):
            await guard.addresses(host, 8040)


@pytest.mark.parametrize("named", ["localhost", "127.0.0.1", "::1"])
async def test_the_names_of_this_machine_mean_each_other(named: str) -> None:
    async def home(host: str, port: int) -> list[str]:
        return ["::1", "127.0.0.1"]

    async def away(host: str, port: int) -> list[str]:
        return ["127.0.0.1", "192.0.2.7"]

    guard = AddressGuard([named], resolve=home)
    assert await guard.addresses("localhost", 80) == ["::1", "127.0.0.1"]
    assert await guard.addresses("127.0.0.1", 80) == ["127.0.0.1"]
    assert await guard.addresses("[::1]", 80) == ["::1"]
    with pytest.raises(AddressRefused, match="leads to another"):
        await AddressGuard([named], resolve=away).addresses("LOCALHOST.", 80)


async def test_a_port_that_was_named_is_the_only_one_that_may_be_called() -> None:
    async def loopback(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    guard = AddressGuard(["localhost:8040", "[::1]:8041", "10.0.0.7"], resolve=loopback)
    assert await guard.addresses("localhost", 8040) == ["127.0.0.1"]
    assert await guard.addresses("127.0.0.1", 8040) == ["127.0.0.1"]
    assert await guard.addresses("[::1]", 8041) == ["::1"]
    assert await guard.addresses("10.0.0.7", 22) == ["10.0.0.7"]
    for host, port in (("localhost", 22), ("localhost", 9443), ("::1", 22), ("127.0.0.2", 8040)):
        with pytest.raises(AddressRefused):
            await guard.addresses(host, port)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_the_same_however_it_is_carried(address: IPv4Address) -> None:
    number, plain = int(address), refusal(address) is None
    for carried in (
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x64FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80)),
        IPv6Address((0x2A02 << 112) | (0x5EFE << 32) | number),
    ):
        assert (refusal(carried) is None) == plain


@given(st.ip_addresses())
def test_nothing_the_standard_library_calls_private_passes(address: IPv4Address | IPv6Address) -> None:
    if refusal(address) is None and not (isinstance(address, IPv6Address) and address.ipv4_mapped):
        assert not address.is_private
        assert not address.is_multicast
        assert not address.is_loopback


@given(st.integers(min_value=0, max_value=2**32 - 1), st.sampled_from(["{}", "0x{:x}", "0{:o}"]))
async def test_any_number_as_a_host_is_refused(number: int, form: str) -> None:
    with pytest.raises(AddressRefused):
        await (await guard_resolving(["93.184.216.34"])).addresses(form.format(number), 80)
