"""What a side says that is played without a model and without a script, in the language of its scenario."""

_SENTENCES = {
    "en": {
        "closing": "Thank you, that is all from our side.",
        "goal": "What we want to reach: {text}.",
        "result": "This is what we have:",
        "principal": "Our answer: {text}",
        "hello": "Hello, I write for {text}.",
        "none": "No scenario is chosen here. Choose one, and whom it is played against, on the page of this agent.",
        "opening": "Hello, this is {text}. What can I do for you?",
    },
    "nl": {
        "closing": "Dank u wel, dat is alles van onze kant.",
        "goal": "Wat wij willen bereiken: {text}.",
        "result": "Dit hebben wij:",
        "principal": "Ons antwoord: {text}",
        "hello": "Goedendag, ik schrijf namens {text}.",
        "none": "Hier is nog geen scenario gekozen. Kies er een, en een tegenpartij, op de pagina van deze agent.",
        "opening": "Goedendag, u spreekt met {text}. Wat kan ik voor u doen?",
    },
    "de": {
        "closing": "Danke, das ist alles von unserer Seite.",
        "goal": "Was wir erreichen wollen: {text}.",
        "result": "Das haben wir:",
        "principal": "Unsere Antwort: {text}",
        "hello": "Guten Tag, ich schreibe für {text}.",
        "none": "Hier ist noch kein Szenario gewählt. Wählen Sie eines und die Gegenseite auf der Seite des Agenten.",
        "opening": "Guten Tag, hier ist {text}. Was kann ich für Sie tun?",
    },
    "pt": {
        "closing": "Obrigado, da nossa parte é tudo.",
        "goal": "O que queremos alcançar: {text}.",
        "result": "Isto é o que temos:",
        "principal": "Nossa resposta: {text}",
        "hello": "Olá, escrevo em nome de {text}.",
        "none": "Aqui ainda não foi escolhido um cenário. Escolha um, e com quem, na página deste agente.",
        "opening": "Olá, aqui é {text}. Em que posso ajudar?",
    },
}


def sentence(key: str, language: str, text: str = "") -> str:
    """The sentence in this language, in English when it is none of ours."""
    words = _SENTENCES.get(language.partition("-")[0].lower(), _SENTENCES["en"])
    return words[key].format(text=text.rstrip("."))
