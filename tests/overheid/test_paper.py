"""Papers are drawn in several threads at once, and each is as if it had been drawn alone."""

from concurrent.futures import ThreadPoolExecutor

from loket_demos.paper import Paper

WORDS = [f"Parzelle {n} in Langendorf, Maßstab 1:{n * 7} {chr(65 + n)}{chr(0xE0 + n)}" for n in range(24)]


def drawn(words: str) -> bytes:
    paper = Paper(words, "Plan")
    for line in range(40):
        paper.text((20, 250 - 5 * line), words[line % 5 :], bold=line % 2 == 0)
    return paper.done()


def test_papers_of_several_threads_are_as_if_each_had_been_drawn_alone() -> None:
    alone = [drawn(words) for words in WORDS]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(drawn, WORDS * 4)) == alone * 4
