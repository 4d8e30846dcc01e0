"""Servers that want to know who comes, and that encrypt: the settings for them, and what is said of wrong ones."""

import logging
from pathlib import Path

import pytest

from loket.core.errors import LoketError
from loket.stores.jetstream import JetStore, Servers, examine
from tests.nats import nats_server
from tests.stores.nats_keys import certified, operated, pair, public, seed

TLS = 'tls {{ cert_file: "{folder}/server.pem", key_file: "{folder}/server.key"{more} }}'
MUTUAL = ', ca_file: "{folder}/ca.pem", verify: true'
OURS = "ca={folder}/ca.pem&certificate={folder}/client.pem&key={folder}/client.key"
SECRET = "pass@word,SECRET/%"
QUOTED = "pass%40word%2CSECRET%2F%25"

WAYS = [
    ("tls", "tls://{host}?ca={folder}/ca.pem", ""),
    ("tls", "nats://{host}?ca={folder}/ca.pem", ""),
    ("tls", "tls://{host}", "nats_untrusted"),
    ("tls", "nats://{host}", "nats_untrusted"),
    ("tls", "tls://{host}?ca={folder}/stranger.pem", "nats_untrusted"),
    ("tls", "tls://{host}?ca={folder}/none.pem", "bad_certificate"),
    ("plain", "tls://u:SECRET@{host}", "nats_in_the_clear"),
    ("plain", "nats://{host}?ca={folder}/ca.pem", "nats_in_the_clear"),
    ("mutual", "tls://{host}?" + OURS, ""),
    ("mutual", "tls://{host}?ca={folder}/ca.pem", "nats_untrusted"),
    ("mutual", "tls://{host}?" + OURS.replace("client", "stranger"), "nats_untrusted"),
    ("mutual", "tls://{host}?" + OURS.replace("client.key", "server.key"), "bad_certificate"),
    ("password", f"nats://ann:{QUOTED}@{{host}}", ""),
    ("password", "nats://ann:SECRET@{host}", "nats_stranger"),
    ("password", f"nats://ann:{SECRET}@{{host}}", "bad_store"),
    ("token", f"nats://{QUOTED}@{{host}}", ""),
    ("token", "nats://SECRET@{host}", "nats_stranger"),
    ("nkey", "nats://{host}?nkey={folder}/ours.nk", ""),
    ("nkey", "nats://{host}?nkey={folder}/other.nk", "nats_stranger"),
    ("nkey", "nats://{host}?nkey={folder}/broken", "bad_credentials"),
    ("nkey", "nats://{host}?nkey={folder}/none", "bad_credentials"),
    ("operator", "nats://{host}?credentials={folder}/ours.creds", ""),
    ("operator", "nats://{host}?credentials={folder}/foreign.creds", "nats_stranger"),
    ("operator", "nats://{host}?credentials={folder}/mixed.creds", "nats_stranger"),
    ("operator", "nats://{host}?credentials={folder}/broken", "bad_credentials"),
    ("operator", "nats://{host}?credentials={folder}/none", "bad_credentials"),
    ("operator", "nats://{host}", "nats_stranger"),
]
WHAT_TO_DO = {
    "nats_untrusted": "ca=",
    "nats_in_the_clear": "Turn on TLS",
    "nats_stranger": "Give the user",
    "bad_certificate": "can't be read",
    "bad_credentials": "",
    "bad_store": "nats://a:4222",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What servers are told, as KIND.conf, and all files for those who come."""
    folder = tmp_path_factory.mktemp("keys")
    certified(folder)
    mine = pair()
    (folder / "ours.nk").write_text(seed(mine))
    (folder / "other.nk").write_text(seed(pair()))
    (folder / "broken").write_text("nothing of SECRET use\n")
    told = {
        "plain": "",
        "tls": TLS.format(folder=folder, more=""),
        "mutual": TLS.format(folder=folder, more=MUTUAL.format(folder=folder)),
        "password": f'authorization {{ user: ann, password: "{SECRET}" }}',
        "token": f'authorization {{ token: "{SECRET}" }}',
        "nkey": f"authorization {{ users: [{{ nkey: {public(mine)} }}] }}",
        "operator": operated(folder),
    }
    for kind, text in told.items():
        (folder / f"{kind}.conf").write_text(f"jetstream: enabled\n{text}\n")
    return folder


@pytest.mark.parametrize(("kind", "address", "code"), WAYS)
async def test_who_comes_is_taken_or_hears_what_to_do(
    tmp_path: Path, folder: Path, kind: str, address: str, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    with nats_server(tmp_path, "-c", str(folder / f"{kind}.conf")) as server:
        place = address.format(host=server.address.removeprefix("nats://"), folder=folder)
        if not code:
            async with await JetStore.open(Servers.of(place)) as store:
                await store.note("ann", "x", 1)
            assert all(verdict != "wrong" for verdict, _ in await examine(Servers.of(place)))
            assert [line.message for line in caplog.records if line.levelno >= logging.WARNING] == []
            return
        with pytest.raises(LoketError) as refused:
            await JetStore.open(Servers.of(place))
    assert refused.value.code == code and WHAT_TO_DO[code] in refused.value.text
    assert "SECRET" not in refused.value.text + caplog.text + repr(refused.value.__cause__)


def test_what_is_known_of_us_is_not_shown() -> None:
    assert "SECRET" not in repr(Servers.of("nats://ann:SECRET@a,b")) + repr(Servers.of("nats://SECRET@a"))
