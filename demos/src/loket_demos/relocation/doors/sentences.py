"""What the chat itself says to a person, in the languages of the assistant."""

_SENTENCES = {
    "en": {
        "broke": "Something of ours broke. Please try again.",
        "stopped": "This answer was stopped.",
        "spent": "This came to the limit of what one message may take. What was found so far stands above.",
        "late": "This takes longer than a stream may stay open. The work goes on; load the chat again for the answer.",
        "failed": "The specialist could not answer.",
        "waits": "This waits for your answer.",
        "held": "This needs your approval: {what}. Shall I do it?",
    },
    "pt": {
        "broke": "Algo nosso falhou. Tente de novo.",
        "stopped": "Esta resposta foi interrompida.",
        "spent": "Chegou ao limite do que uma mensagem pode usar. O que foi encontrado até aqui está acima.",
        "late": "Isto demora mais do que uma conexão pode ficar aberta. O trabalho continua; abra a conversa de novo.",
        "failed": "O especialista não conseguiu responder.",
        "waits": "Aguarda a sua resposta.",
        "held": "Isto precisa da sua aprovação: {what}. Posso fazer?",
    },
}


def sentence(key: str, locale: str) -> str:
    """The sentence in this language; Portuguese when we do not have it."""
    return _SENTENCES.get(locale.partition("-")[0].lower(), _SENTENCES["pt"])[key]
