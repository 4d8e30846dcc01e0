"""What is told to a person about a model, and to a model about the person's language."""

from loket.core.planner import Situation

_SENTENCES = {
    "en": {
        "client": "The page is asked to do: {tool}",
        "failed": "The language model gave no answer: {why} You can try again.",
        "without": "The language model does not answer now. I go on without it.",
        "spent": "The budget for the language model is spent. I go on without it.",
        "cut": "The answer was longer than can be kept here. This is its beginning.",
        "limit": "I stop here: I may not take more steps for one message. Tell me if I should go on.",
        "language": "Answer in the language of the person's last message, else in English.",
    },
    "nl": {
        "client": "De pagina wordt gevraagd: {tool}",
        "failed": "Het taalmodel gaf geen antwoord: {why} U kunt het opnieuw proberen.",
        "without": "Het taalmodel antwoordt nu niet. Ik ga zonder verder.",
        "spent": "Het budget voor het taalmodel is op. Ik ga zonder verder.",
        "cut": "Het antwoord was te lang om te bewaren. Dit is het begin.",
        "limit": "Ik stop hier: ik mag niet meer stappen zetten voor één bericht. Zeg het als ik verder moet gaan.",
        "language": "Answer in the language of the person's last message, else in Dutch, in plain words (level B1).",
    },
    "de": {
        "client": "Die Seite wird gebeten: {tool}",
        "failed": "Das Sprachmodell hat nicht geantwortet: {why} Sie können es noch einmal versuchen.",
        "without": "Das Sprachmodell antwortet gerade nicht. Ich mache ohne es weiter.",
        "spent": "Das Budget für das Sprachmodell ist aufgebraucht. Ich mache ohne es weiter.",
        "cut": "Die Antwort war zu lang, um sie zu behalten. Das ist ihr Anfang.",
        "limit": "Ich höre hier auf, mehr Schritte darf ich für eine Nachricht nicht machen. Soll ich weitermachen?",
        "language": "Answer in the language of the person's last message, else in German.",
    },
    "pt": {
        "client": "A página deve fazer: {tool}",
        "failed": "O modelo de linguagem não respondeu: {why} Você pode tentar de novo.",
        "without": "O modelo de linguagem não responde agora. Continuo sem ele.",
        "spent": "O orçamento do modelo de linguagem acabou. Continuo sem ele.",
        "cut": "A resposta era longa demais para ser guardada. Este é o começo.",
        "limit": "Paro aqui: não posso dar mais passos para uma mensagem. Diga se devo continuar.",
        "language": "Answer in the language of the person's last message, else in Brazilian Portuguese.",
    },
}


def sentence(key: str, situation: Situation) -> str:
    """The sentence in the language of the conversation, in English when we do not have it."""
    return _SENTENCES.get(situation.locale.partition("-")[0].lower(), _SENTENCES["en"])[key]
