"""What is told beside a question is no request of its own, but says what the question is about."""

import pytest

from loket.language import Skill, SkillIndex
from tests.planners.skills.test_properties import TODAY
from tests.planners.skills.test_wider import schema

TEAM = {"type": "string", "description": "Name of the team"}
ROOM = {"type": "integer", "description": "Room number"}
CLUB = SkillIndex(
    [
        Skill(
            "vacancy", "Team vacancies", "Checks whether a team has a place free.", parameters=schema("team", team=TEAM)
        ),
        Skill("training", "Training times", "When a team trains.", parameters=schema("team", team=TEAM)),
    ],
    "en",
)
GASTHOF = SkillIndex(
    [
        Skill("wecken", "Weckruf", "Weckt den Gast.", parameters=schema(
            "uhrzeit", "zimmer", uhrzeit={"type": "string", "format": "time"}, zimmer=ROOM
        )),
        Skill("bringen", "Zimmerservice", "Bringt Speisen und Getränke aufs Zimmer.", parameters=schema(
            "zimmer", zimmer=ROOM
        )),
    ],
    "de",
)  # fmt: skip
TAXI = SkillIndex(
    [
        Skill("chamar", "Chamar táxi", "Envia um carro ao endereço.", parameters=schema(
            "endereco", endereco={"type": "string", "description": "Endereço de partida"}
        )),
        Skill("avaliar", "Avaliar motorista", "Dá uma nota ao motorista.", parameters=schema(
            "nota", nota={"type": "integer", "description": "Nota de 1 a 5"}
        )),
    ],
    "pt",
)  # fmt: skip
HUUR = SkillIndex(
    [
        Skill("betaling", "Huurbetaling", "Stand van de huurbetalingen.", parameters=schema(
            "huurnummer", huurnummer={"type": "string", "pattern": "^H\\d{5}$"}
        )),
        Skill("reparatie", "Reparatieverzoek", "Meldt een gebrek in de woning.", parameters=schema(
            "ruimte", ruimte={"type": "string", "enum": ["keuken", "badkamer"]}
        )),
    ],
    "nl",
)  # fmt: skip


@pytest.mark.parametrize(
    ("index", "text", "skill", "slots"),
    [
        (CLUB, "She is in the Rovers team. Is there a place at Urmston Town?", "vacancy", {"team": "Rovers"}),
        (CLUB, "Is there a place for her? She is in the Rovers team.", "vacancy", {"team": "Rovers"}),
        (GASTHOF, "Wir sind in Zimmer 21. Weckt ihr uns um sieben?", "wecken", {"uhrzeit": "07:00", "zimmer": 21}),
        (TAXI, "Estou na Rua das Flores 12. Podem mandar um táxi?", "chamar", {"endereco": "Rua das Flores 12"}),
        (HUUR, "Mijn huurnummer is H20417. Is mijn huur al binnen?", "betaling", {"huurnummer": "H20417"}),
    ],
)  # fmt: skip
def test_what_is_told_gives_the_question_its_values(
    index: SkillIndex, text: str, skill: str, slots: dict[str, object]
) -> None:
    understood = index.understand(text, TODAY)
    assert (understood.decision, understood.skills, understood.slots) == ("run", (skill,), (slots,))


def test_two_questions_are_still_two_requests() -> None:
    understood = CLUB.understand("When does the Lions team train? And is there a place in the Lions?", TODAY)
    assert understood.skills == ("training", "vacancy")
    assert understood.slots == ({"team": "Lions"}, {"team": "Lions"})


def test_an_abbreviation_ends_no_sentence() -> None:
    understood = HUUR.understand("Mijn huurnummer is nr. H20417. Is mijn huur al binnen?", TODAY)
    assert understood.skills == ("betaling",) and understood.slots == ({"huurnummer": "H20417"},)
