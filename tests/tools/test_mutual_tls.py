"""An agent that wants to see a certificate of ours is shown it, and no other site is."""

import ssl
from pathlib import Path
from typing import Any

import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError
from loket.tools.agents.credentials import ClientCertificate, Credential
from loket.tools.agents.settings import NEW_PATH, AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from loket.wiring.agents import agent_settings
from tests.loopback import Asked, answering, reply
from tests.net.certificates import certified
from tests.tools.hostile import task
from tests.tools.sites import asking, card_03, rpc

DONE = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])


def made(folder: Path, name: str) -> tuple[ssl.SSLContext, str]:
    """A serving context with a certificate for this name, and the file that has certificate and key."""
    place = folder / name
    place.mkdir()
    return certified(place, name)[0], str(place / "both.pem")


def settings(origin: str, credential: Credential) -> AgentSettings:
    return AgentSettings(allow_private=("localhost",), credentials={origin: credential})


async def test_a_certificate_is_shown_to_its_own_agent_alone(tmp_path: Path) -> None:
    serving, ca = made(tmp_path, "localhost")
    _, ours = made(tmp_path, "caller")
    serving.verify_mode = ssl.CERT_REQUIRED
    serving.load_verify_locations(ours)
    url = ""

    def answer(asked: Asked) -> Any:
        if asked.target == NEW_PATH:
            return reply(card_03(url))
        return rpc(asked, DONE) if asked.target == "/rpc" else reply(b"", 404)

    async with answering(answer, tls=serving) as server:
        url = f"https://localhost:{server.port}"
        mine = settings(url, ClientCertificate(certificate=ours, key=ours, ca=ca))
        found = await discover_a2a_agent_capabilities(url, settings=mine)
        assert (found["status"], found["agent_name"]) == ("success", "Oar Club")
        told = await invoke_a2a_agent_skill(asking(found["tasking_base_url"]), settings=mine)
        assert (told["status"], told["text"]) == ("success", "ok")
        without = await discover_a2a_agent_capabilities(url, settings=AgentSettings(allow_private=("localhost",)))
        assert (without["status"], without["code"]) == ("error", "unreachable")
        other = settings("https://localhost:1", ClientCertificate(certificate=ours, key=ours, ca=ca))
        assert (await discover_a2a_agent_capabilities(url, settings=other))["code"] == "unreachable"


async def test_a_certificate_that_can_not_be_used_keeps_the_server_from_starting(tmp_path: Path) -> None:
    _, ours = made(tmp_path, "caller")
    (tmp_path / "odd.pem").write_text("secret nonsense")
    for wrong in ({"certificate": "none.pem"}, {"key": str(tmp_path / "odd.pem")}, {"ca": str(tmp_path / "odd.pem")}):
        raw = {"kind": "mtls", "certificate": ours, "key": ours, **wrong}
        config = Config(data=tmp_path, credentials={"https://club.example": raw})
        with pytest.raises(ConfigError, match=r"credentials\.https://club\.example can't be used") as refused:
            async with opened(config, {}):
                pass
        assert "secret nonsense" not in refused.value.text
    good = Config(credentials={"https://club.example": {"kind": "mtls", "certificate": ours, "key": ours}})
    assert agent_settings(good).credentials["https://club.example"] == ClientCertificate(certificate=ours, key=ours)
