"""The two written flows of the counter, and which flow a written message is about."""

from loket.core.actions import Done
from loket.core.data import BlobRef, JsonObject, Text
from loket.core.planner import Situation
from loket.planners.flow import IN_WORDS, Flow, FlowPlanner, FlowWords, Progress, call
from loket_demos.overheid.allowance import TOESLAGEN_FLOW
from loket_demos.overheid.allowance_wish import CHECK, NEWEST, earlier, wanted
from loket_demos.overheid.content.classify_case import (
    dates_a_decision,
    is_foreign_letter,
    is_foreign_text,
    is_other_letter,
    is_sent_letter,
    tells_an_office,
    tells_of_decision,
)
from loket_demos.overheid.declaration import HERE, INNER_GENUI
from loket_demos.overheid.genui import flows as genui
from loket_demos.overheid.letter_talk import answers_letter, went_on
from loket_demos.overheid.objection import ANALYSE, ANALYSE_ALIAS, BEZWAAR_FLOW
from loket_demos.overheid.reading.information import informed
from loket_demos.overheid.reading.question_texts import HOME, beginning_in, texts
from loket_demos.overheid.reading.sentence import is_objection
from loket_demos.overheid.reading.tongues import small_talk, tongue_of

RESET = "toeslagen/reset"
QUESTION = "toeslagen/vraag"
RESETS = {RESET: "toeslagen", "bezwaar/reset": "bezwaar"}
ALIASES = {ANALYSE_ALIAS: ANALYSE, **genui.ALIASES}
KNOWN_EVENTS = frozenset(
    {"nav/open", CHECK, ANALYSE, "question/answer", "flow/stop", *RESETS, *ALIASES, *(one.name for one in genui.FLOWS)}
)

WORDS = FlowWords(
    failed="Deze stap is niet gelukt. {why} Wat al gevonden is, blijft staan. Wilt u het opnieuw proberen?",
    again="Opnieuw proberen",
    stop="Stoppen",
    stopped="Gestopt. Wat al gevonden is, blijft staan.",
    renewed="Deze stappen zijn intussen veranderd. Wilt u opnieuw beginnen?",
    restart="Opnieuw beginnen",
    done="Klaar. Dit is een indicatie, geen besluit.",
    unknown="Dit begrijp ik niet. Vraag bijvoorbeeld: welke papieren heb ik nodig voor zorgtoeslag? "
    "Of plak een brief waar u het niet mee eens bent. Ik kan u helpen met:",
    reasons={
        "unreachable": "De dienst die dit doet, is nu niet bereikbaar.",
        "timeout": "De dienst die dit doet, antwoordt niet op tijd.",
        "failed": "De dienst die dit doet, meldt een fout.",
        "tool_broke": "Er ging bij ons iets mis.",
        "unknown_outcome": "Wij weten niet of deze stap af is.",
        "invalid": "Een van de gegevens klopt niet. Kijk het formulier na.",
        "too_large": "De tekst is te lang.",
    },
)


def read(text: Text, situation: Situation) -> tuple[str, JsonObject] | None:
    """The flow a written message is about, with what it says for the form; None when it fits neither."""
    if isinstance(text, BlobRef):
        return ANALYSE, {"text": text.model_dump(mode="json")}  # nobody asks a question of so many words
    today = situation.now.astimezone(HERE).date()
    if (letter := went_on(text, situation.history, ANALYSE, QUESTION, today)) is not None:
        return ANALYSE, letter
    before = earlier(situation.history)
    letter = is_objection(text) or tells_of_decision(text) or is_foreign_letter(text)
    tongue = tongue_of(text, today)
    answer = None if letter or tongue not in (None, HOME) else informed(text, today, before, NEWEST)
    if answer is not None:
        return QUESTION, {"antwoord": answer}
    sent = is_objection(text) or dates_a_decision(text) or is_foreign_letter(text) or is_sent_letter(text)
    about = None if sent else wanted(text, today, before)
    if about is not None:
        return CHECK, about
    if letter or is_other_letter(text) or tells_an_office(text):
        return ANALYSE, {"text": text}
    foreign = tongue not in (None, HOME) or (tongue is None and is_foreign_text(text))
    if foreign:
        return QUESTION, {"antwoord": beginning_in(tongue)}
    return (QUESTION, {"antwoord": texts(HOME).antwoord[talk]}) if (talk := small_talk(text, today)) else None


QUESTION_FLOW = Flow(
    name=QUESTION,
    surface="vraag",
    title="Vraag over een toeslag",
    steps=(),
    finish=lambda progress: Done(summary=str(progress.args["antwoord"])),
    asks=False,
)


def _specialist(reason: str, *capabilities: tuple[str, str]) -> FlowPlanner:
    """One flow for each capability, named as the tool of its own that does it. Who asks in words is answered in words,
    and told no when the blocks say nothing of it."""

    def flow(capability: str, tool: str) -> Flow:
        def arguments(progress: Progress) -> JsonObject:
            args = {name: value for name, value in progress.args.items() if name != IN_WORDS}
            return {"query": args["text"]} if progress.args.get(IN_WORDS) else args

        def finish(progress: Progress) -> Done:
            value = progress.results[capability]
            if not progress.args.get(IN_WORDS):
                return Done(summary=WORDS.done, value=value)
            text, answers = genui.blocks_in_words(value)
            return (
                Done(summary=text, value=value)
                if answers
                else Done(outcome="failure", summary=text, value={"code": "rejected"})
            )

        return Flow(
            capability, capability, capability, (call(capability, tool, reason, arguments),), finish, asks=False
        )

    return FlowPlanner(tuple(flow(*one) for one in capabilities), WORDS)


FRONT = FlowPlanner(
    flows=(TOESLAGEN_FLOW, BEZWAAR_FLOW, QUESTION_FLOW, *genui.FLOWS),
    words=WORDS,
    aliases=ALIASES,
    resets=RESETS,
    read=read,
    recall=genui.recalled,
    understood=answers_letter,
    apart=True,
)
COMPOSER = _specialist("Onze regels maken de blokken van de pagina.", *INNER_GENUI.items())
