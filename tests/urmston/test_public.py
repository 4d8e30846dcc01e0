"""Who may ask the club's agent when its process is reached by strangers: everybody its tasks, nobody anything else."""

from pathlib import Path

from tests.serving import serving_here
from tests.urmston.rooms import data_of, message_of

PACKAGE = "loket_demos.urmston.components:bundle"
TOKENS = {"club": "an-invented-token-of-the-club"}
NAMES = {"hosts": ("urmstontownjfc.co.uk",), "tokens": TOKENS}
PLACES = "check_team_availability_v1"


async def test_everybody_may_ask_the_agent_and_nothing_else(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,), only="urmston.club", **NAMES) as here:
        for path in ("/", "/.well-known/agent.json", "/.well-known/agent-card.json", "/health"):
            assert (await here.http.get(path)).status_code == 200
        answer = await here.http.post("/tasks/send", json={"message": message_of("A place?", PLACES, age=10)})
        task = answer.json()
        assert data_of(task)["team_name"] == "U10 Lions"
        assert (await here.http.get(f"/tasks/{task['id']}")).json() == task
        assert (await here.http.get("/a2a")).status_code == 401
        assert (await here.http.get("/api/conversations")).status_code == 401


async def test_the_card_names_the_site_it_was_asked_at(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,), only="urmston.club", **NAMES) as here:
        behind = {"Host": "urmstontownjfc.co.uk", "X-Forwarded-Proto": "https"}
        card = (await here.http.get("/.well-known/agent.json", headers=behind)).json()
        assert card["base_url"] == "https://urmstontownjfc.co.uk"
        page = await here.http.get("/", headers={**behind, "Accept": "text/html"})
        assert 'href="https://urmstontownjfc.co.uk/.well-known/agent.json"' in page.text
        stranger = await here.http.get("/.well-known/agent.json", headers={"Host": "evil.example"})
        assert stranger.status_code == 421


async def test_a_server_for_people_opens_no_tasks_to_strangers(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,), tokens=TOKENS) as here:
        answer = await here.http.post("/agents/club/tasks/send", json={"message": message_of("A place?")})
        assert answer.status_code == 401
        assert (await here.http.post("/chat/stream", json={"user_message": "Hi"})).status_code == 401


async def test_below_another_server_the_card_names_its_path(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(PACKAGE,)) as here:
        card = (await here.http.get("/agents/club/.well-known/agent.json")).json()
        assert card["base_url"] == f"{here.url}/agents/club"
        sent = {"message": message_of("A place?", PLACES, age=10)}
        answer = await here.http.post(f"{card['base_url']}/tasks/send", json=sent)
        assert data_of(answer.json())["team_name"] == "U10 Lions"
