"""The declarations: the front assistant and its two specialists."""

from zoneinfo import ZoneInfo

from loket.core.assistant import AssistantSpec, SurfaceInfo

HERE = ZoneInfo("Europe/Amsterdam")
TOOLS_TOESLAGEN = ("rules_lookup", "doc_checklist", "risk_notes")
TOOLS_BEZWAAR = ("extract_entities", "classify_case", "policy_snippets")
EXPLAIN, STRUCTURE = "explain_toeslagen", "structure_bezwaar"
INNER_EXPLAIN, INNER_STRUCTURE = "toeslagen.explain", "bezwaar.structure"

OVERHEID = AssistantSpec(
    name="overheid",
    title="Overheid",
    summary="Hulp bij toeslagen en bezwaar. U ziet elke stap. U krijgt een indicatie, geen besluit.",
    locale="nl",
    planner="flow",
    tools=(*TOOLS_TOESLAGEN, *TOOLS_BEZWAAR, EXPLAIN, STRUCTURE),
    specialists=("overheid.toeslagen", "overheid.bezwaar"),
    surfaces=(
        SurfaceInfo(
            id="toeslagen",
            icon="coins",
            title="Toeslagen Check",
            summary="Voorwaarden, papieren en aandachtspunten bij een toeslag.",
            titles={
                "nl": "Toeslagen Check",
                "en": "Allowance check",
                "de": "Zuschuss prüfen",
                "pt-BR": "Consulta de auxílios",
            },
            summaries={
                "nl": "Voorwaarden, papieren en aandachtspunten bij een toeslag.",
                "en": "Conditions, papers and points to note for an allowance.",
                "de": "Bedingungen, Unterlagen und worauf bei einem Zuschuss zu achten ist.",
                "pt-BR": "Condições, documentos e pontos de atenção de um auxílio.",
            },
        ),
        SurfaceInfo(
            id="bezwaar",
            icon="letter",
            title="Bezwaar Assistent",
            summary="Een overzicht van een brief, met uw eigen brief en een conceptantwoord.",
            titles={
                "nl": "Bezwaar Assistent",
                "en": "Objection assistant",
                "de": "Hilfe beim Widerspruch",
                "pt-BR": "Ajuda para contestar",
            },
            summaries={
                "nl": "Een overzicht van een brief, met uw eigen brief en een conceptantwoord.",
                "en": "An overview of a letter, with a letter of your own and a draft reply.",
                "de": "Eine Übersicht zu einem Brief, mit Ihrem eigenen Brief und einem Antwortentwurf.",
                "pt-BR": "Um resumo de uma carta, com a sua própria carta e um rascunho de resposta.",
            },
        ),
    ),
    starters=(
        "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro.",
        "Welke papieren heb ik nodig voor huurtoeslag als wij samenwonen?",
        "Ik wil bezwaar maken tegen een naheffing voor parkeren van 12 januari 2026.",
    ),
    settings={"timezone": "Europe/Amsterdam"},
    intake="together",
)

TOESLAGEN = AssistantSpec(
    name="overheid.toeslagen",
    title="Toeslagen Agent",
    summary="Legt papieren en aandachtspunten uit in gewone taal.",
    locale="nl",
    planner="flow",
    tools=(INNER_EXPLAIN,),
    intake="together",
    hidden=True,
)

BEZWAAR = AssistantSpec(
    name="overheid.bezwaar",
    title="Bezwaar Agent",
    summary="Maakt van een brief een overzicht, acties, een eigen brief en een conceptantwoord.",
    locale="nl",
    planner="flow",
    tools=(INNER_STRUCTURE,),
    intake="together",
    hidden=True,
)
