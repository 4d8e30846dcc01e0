"""The declarations: the personal assistant, and the club's agent that it may find."""

from importlib.resources import files

from loket.core.assistant import AssistantSpec, Budget, InLanguage
from loket.house.bundle import AGENT_TOOLS, TRYING_AGENTS
from loket_demos.urmston.club.card import ORGANISATION
from loket_demos.urmston.club.skills import SKILLS
from loket_demos.urmston.own_tools import OWN

INSTRUCTIONS = (files("loket_demos.urmston") / "data" / "instructions.md").read_text("utf-8")

LANGUAGES = {
    "nl": InLanguage(
        title="Persoonlijke assistent",
        summary="Beantwoordt zelf wat hij kan, en zoekt voor de rest agents van anderen. U ziet elke stap en waarom.",
        starters=(
            "Kan mijn zoon Seb van 10 bij Urmston Town Juniors FC voetballen?",
            "Is het team U12 Panthers van Urmston Town vol?",
            "Wat kunt u voor mij doen?",
        ),
    ),
    "de": InLanguage(
        title="Persönlicher Assistent",
        summary="Beantwortet selbst, was er kann, und findet für den Rest Agenten anderer. Sie sehen jeden Schritt.",
        starters=(
            "Kann mein Sohn Seb bei Urmston Town Juniors FC mitspielen? Er ist 10 Jahre alt.",
            "Ist das Team U12 Panthers von Urmston Town voll?",
            "Was können Sie für mich tun?",
        ),
    ),
    "pt-BR": InLanguage(
        title="Assistente pessoal",
        summary="Responde o que sabe e encontra agentes de outros para o resto. Você vê cada passo e o porquê.",
        starters=(
            "Meu filho Seb, de 10 anos, pode jogar no Urmston Town Juniors FC?",
            "A equipe U12 Panthers do Urmston Town está lotada?",
            "O que você pode fazer por mim?",
        ),
    ),
}
"""What it is called in the other languages it speaks."""

URMSTON = AssistantSpec(
    name="urmston",
    title="Personal assistant",
    summary="Answers what it can itself, and finds agents of others for the rest. You see every step and why.",
    locale="en",
    instructions=INSTRUCTIONS,
    planner="finding",
    tools=(*OWN, *AGENT_TOOLS, TRYING_AGENTS[1]),
    starters=(
        "Can my 10-year-old son Seb join Urmston Town Juniors FC?",
        "Is the U12 Panthers team of Urmston Town full?",
        "What can you do?",
    ),
    languages=LANGUAGES,
    settings={"timezone": "Europe/London", "known_sites": {}},
    budget=Budget(decisions=30),
    intake="one_by_one",
)

CLUB = AssistantSpec(
    name="urmston.club",
    title=ORGANISATION,
    summary="Answers other agents about places in teams, matches and registrations of the club.",
    locale="en",
    planner="club",
    tools=tuple(skill.tool for skill in SKILLS),
    settings={"timezone": "Europe/London"},
    intake="one_by_one",
    hidden=True,
)
