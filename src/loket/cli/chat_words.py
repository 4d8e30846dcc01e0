"""What `loket chat` says and asks, in the person's language; English answers are understood in every one."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChatWords:
    """The sentences of one language. `yes`, `change` and `no` are what may be typed, the short form first."""

    help: str
    begun: str
    later: str
    stopping: str
    held: str
    too_long: str
    send: str
    choose: str
    needed: str
    one_of: str
    yes_or_no: str
    number: str
    json: str
    yes: tuple[str, ...] = ("y", "yes")
    change: tuple[str, ...] = ("c", "change")
    no: tuple[str, ...] = ("n", "no")


EN = ChatWords(
    help="""\
Type what you want. A question is answered by the number of a choice, field by field, or in words.
  /later   leave an open question for another time
  /log     the command that shows everything that happened
  /quit    leave (so does the end of input); the conversation stays
Ctrl-C stops what is under way.""",
    begun="/help says what can be typed, /quit leaves.",
    later="To go on later:",
    stopping="Stopping …",
    held="Nothing is sent before you say so:",
    too_long="The values are too long to be shown here; `loket log show` has them.",
    send="Send it? yes, change or no (/later leaves it open): ",
    choose="A number, or words: ",
    needed="This one is needed.",
    one_of="One of:",
    yes_or_no="Yes or no.",
    number="A number.",
    json="JSON, such as [1, 2].",
)
NL = ChatWords(
    help="""\
Typ wat u wilt. Een vraag beantwoordt u met het nummer van een keuze, veld voor veld of in woorden.
  /later   een open vraag voor later bewaren
  /log     de opdracht die alles laat zien wat er is gebeurd
  /quit    stoppen; het gesprek blijft bewaard
Met Ctrl-C stopt u wat er nu bezig is.""",
    begun="Met /help ziet u wat u kunt typen, met /quit stopt u.",
    later="Later verdergaan:",
    stopping="Het stopt …",
    held="Er wordt niets verstuurd voordat u ja zegt:",
    too_long="De waarden zijn te lang voor het scherm; u vindt ze met `loket log show`.",
    send="Versturen? ja, wijzigen of nee (met /later blijft de vraag open): ",
    choose="Een nummer, of in woorden: ",
    needed="Dit moet u invullen.",
    one_of="Kies uit:",
    yes_or_no="Ja of nee.",
    number="Een getal.",
    json="JSON, zoals [1, 2].",
    yes=("j", "ja", "y", "yes"),
    change=("w", "wijzig", "wijzigen", "c", "change"),
    no=("n", "nee", "no"),
)
DE = ChatWords(
    help="""\
Schreiben Sie, was Sie möchten. Eine Frage beantworten Sie mit der Nummer einer Auswahl, Feld für Feld oder in Worten.
  /later   eine offene Frage für später aufheben
  /log     der Befehl, der alles zeigt, was geschehen ist
  /quit    beenden; das Gespräch bleibt erhalten
Mit Strg-C halten Sie an, was gerade läuft.""",
    begun="/help zeigt, was Sie eingeben können, /quit beendet.",
    later="Später weitermachen:",
    stopping="Wird angehalten …",
    held="Es wird nichts gesendet, bevor Sie zustimmen:",
    too_long="Die Werte sind zu lang für diese Anzeige; `loket log show` zeigt sie.",
    send="Senden? ja, ändern oder nein (mit /later bleibt die Frage offen): ",
    choose="Eine Nummer, oder in Worten: ",
    needed="Das wird gebraucht.",
    one_of="Zur Wahl stehen:",
    yes_or_no="Ja oder nein.",
    number="Eine Zahl.",
    json="JSON, zum Beispiel [1, 2].",
    yes=("j", "ja", "y", "yes"),
    change=("ä", "ändern", "aendern", "c", "change"),
    no=("n", "nein", "no"),
)
PT_BR = ChatWords(
    help="""\
Escreva o que você quer. Responda a uma pergunta com o número de uma opção, campo a campo ou em palavras.
  /later   deixar uma pergunta aberta para depois
  /log     o comando que mostra tudo o que aconteceu
  /quit    sair; a conversa fica guardada
Ctrl-C interrompe o que está em andamento.""",
    begun="/help mostra o que você pode digitar, /quit sai.",
    later="Para continuar depois:",
    stopping="Parando …",
    held="Nada é enviado antes que você diga sim:",
    too_long="Os valores são longos demais para a tela; `loket log show` os mostra.",
    send="Enviar? sim, mudar ou não (com /later a pergunta fica aberta): ",
    choose="Um número, ou em palavras: ",
    needed="Este campo é obrigatório.",
    one_of="Escolha entre:",
    yes_or_no="Sim ou não.",
    number="Um número.",
    json="JSON, como [1, 2].",
    yes=("s", "sim", "y", "yes"),
    change=("m", "mudar", "c", "change"),
    no=("n", "não", "nao", "no"),
)
CHAT_WORDS = {"nl": NL, "de": DE, "pt-BR": PT_BR, "en": EN}
"""By the code of the language, as `--language` takes it."""


def language_of(env: Mapping[str, str]) -> str:
    """The language a terminal is set to, as its programs are told; English when it is none of these."""
    locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    return next((code for code in CHAT_WORDS if code[:2] == locale[:2].lower()), "en")
