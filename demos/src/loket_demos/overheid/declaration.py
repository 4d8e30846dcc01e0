"""The declarations: the front assistant and its two specialists."""

from zoneinfo import ZoneInfo

from loket.core.assistant import AssistantSpec, SurfaceInfo

HERE = ZoneInfo("Europe/Amsterdam")
TOOLS_TOESLAGEN = ("rules_lookup", "doc_checklist", "risk_notes")
TOOLS_BEZWAAR = ("extract_entities", "classify_case", "policy_snippets")
EXPLAIN, STRUCTURE = "explain_toeslagen", "structure_bezwaar"
INNER_EXPLAIN, INNER_STRUCTURE = "toeslagen.explain", "bezwaar.structure"
TOOLS_GENUI = ("bd_search", "validate_form")
COMPOSE_UI, NEXT_NODE = "compose_ui", "next_node"
COMPOSE_FORM, EXPLAIN_FORM, EXTEND_FORM = "compose_form", "explain_form", "extend_form"
CAPABILITIES_GENUI = (COMPOSE_UI, NEXT_NODE, COMPOSE_FORM, EXPLAIN_FORM, EXTEND_FORM)
INNER_GENUI = {name: f"genui.{name}" for name in CAPABILITIES_GENUI}

OVERHEID = AssistantSpec(
    name="overheid",
    title="Overheid",
    summary="Hulp bij toeslagen en bezwaar. U ziet elke stap. U krijgt een indicatie, geen besluit.",
    locale="nl",
    planner="flow",
    tools=(*TOOLS_TOESLAGEN, *TOOLS_BEZWAAR, *TOOLS_GENUI, EXPLAIN, STRUCTURE, *CAPABILITIES_GENUI),
    specialists=("overheid.toeslagen", "overheid.bezwaar", "overheid.genui"),
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
        SurfaceInfo(
            id="genui_search",
            icon="search",
            title="Zoeken met bronnen",
            summary="Een vraag, met eerst de bronnen en dan de uitleg.",
            titles={
                "nl": "Zoeken met bronnen",
                "en": "Search with sources",
                "de": "Suche mit Quellen",
                "pt-BR": "Busca com fontes",
            },
            summaries={
                "nl": "Een vraag, met eerst de bronnen en dan de uitleg.",
                "en": "A question, with the sources first and then what they mean.",
                "de": "Eine Frage, zuerst die Quellen und dann die Erklärung.",
                "pt-BR": "Uma pergunta, primeiro com as fontes e depois a explicação.",
            },
        ),
        SurfaceInfo(
            id="genui_tree",
            icon="list",
            title="Wegwijzer",
            summary="In een paar keuzes naar de stap die u kunt zetten.",
            titles={"nl": "Wegwijzer", "en": "Signpost", "de": "Wegweiser", "pt-BR": "Guia de escolhas"},
            summaries={
                "nl": "In een paar keuzes naar de stap die u kunt zetten.",
                "en": "A few choices lead to what you can do.",
                "de": "Mit wenigen Fragen zu dem, was Sie tun können.",
                "pt-BR": "Em poucas escolhas, o que você pode fazer.",
            },
        ),
        SurfaceInfo(
            id="genui_form",
            icon="edit",
            title="Formulier op maat",
            summary="Een formulier dat alleen vraagt wat bij uw zaak hoort.",
            titles={
                "nl": "Formulier op maat",
                "en": "Tailored form",
                "de": "Formular nach Maß",
                "pt-BR": "Formulário sob medida",
            },
            summaries={
                "nl": "Een formulier dat alleen vraagt wat bij uw zaak hoort.",
                "en": "A form that only asks what belongs to your case.",
                "de": "Ein Formular, das nur fragt, was zu Ihrem Fall gehört.",
                "pt-BR": "Um formulário que só pergunta o que cabe no seu caso.",
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

GENUI = AssistantSpec(
    name="overheid.genui",
    title="Pagina Agent",
    summary="Maakt van een vraag een pagina met bronnen, uitleg, keuzes of een formulier.",
    locale="nl",
    planner="flow",
    tools=tuple(INNER_GENUI.values()),
    intake="together",
    hidden=True,
)
