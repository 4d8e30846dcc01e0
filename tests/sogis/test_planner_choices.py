"""Words about an open choice that pick none of it: they are told, and what is left is offered again."""

from pathlib import Path

import pytest

from tests.sogis.talking import talking


@pytest.mark.parametrize(
    ("asked", "words", "wanted"),
    [
        ("Langendorfrasse", "Nummer 30", "steht nicht zur Wahl: «Nummer 30»"),
        ("Lade die ÖREB-Auszüge für die Parzelle 1234", "170", "steht nicht zur Wahl: «170»"),
        ("Lade die ÖREB-Auszüge für die Parzelle 1234", "nicht die in Grenchen", "passen noch mehrere"),
        ("Hauptstrasse 2", "alle ausser der ersten", "nur eines auf einmal"),
        ("Go to Hauptstrasse 2", "number 30 please", "none of the choices"),
    ],
)
async def test_words_that_miss_a_choice_are_told_and_the_choice_is_offered_again(
    server_data: Path, asked: str, words: str, wanted: str
) -> None:
    async with talking(server_data) as talk:
        offered = (await talk.say(asked))["steps"][0]["choices"]
        for _ in range(2):
            said, again = (await talk.say(words))["steps"]
            assert wanted in said["message"]
            left = [one["label"] for one in offered if "nicht" not in words or "Grenchen" not in one["label"]]
            assert [one["label"] for one in again["choices"]] == left
        last = "the last one" if asked.startswith("Go") else "die letzte"
        assert (await talk.say(last))["overallStatus"] == "ok"


async def test_what_was_left_out_of_a_choice_is_not_taken_when_any_will_do(server_data: Path) -> None:
    async with talking(server_data) as talk:
        await talk.say("Hauptstrasse 2")
        left = (await talk.say("nicht die in Langendorf"))["steps"][1]["choices"]
        assert left and not any("Langendorf" in one["label"] for one in left)
        left = (await talk.say("auch nicht Bellach"))["steps"][1]["choices"]
        told = await talk.say("egal")
        assert left[0]["label"] in told["steps"][0]["message"]
        assert not {"Langendorf", "Bellach"} & set(left[0]["label"].split())
