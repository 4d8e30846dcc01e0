"""What a person wrote above the greeting of their letter or below its closing: it need not be for the office.

No word says so, only the place: a remark to whoever looks at the letter, a postscript to somebody else, a line of the
paper or of a telephone."""

import re
from collections.abc import Sequence

from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.sentences import ends
from loket_demos.overheid.content.voices import is_head

WORDS_OF_A_LETTERHEAD = 6
_formal = re.compile(r"(?:geachte?|edelachtba\w+|beste|l\.?s\.|mijne heren)\b")
_sent_along = re.compile(r"(?:bijlagen?|bijgevoegd|cc|c\.c\.)\b")
"""How a line below a name begins that belongs to the letter."""


def beside_letter(clauses: Sequence[LetterClause]) -> list[LetterClause]:
    """The person's own sentences above the greeting under which they object, and below the closing behind it."""
    written = [one for one in clauses if one.voice == "zelf"]
    acts = next((n for n, one in enumerate(written) if one.wish and one.own), len(written))
    greetings = [n for n, one in enumerate(written) if one.role == "aanhef" and _formal.match(one.low)]
    begin = max((n for n in greetings if n < acts), default=next(iter(greetings), 0))
    body = next((n for n in range(begin, len(written)) if written[n].own), len(written))
    end = next((n for n in range(body, len(written)) if written[n].role == "groet"), len(written))
    return [
        one for n, one in enumerate(written) if one.own and (n < begin or (n > end and not _sent_along.match(one.low)))
    ]


def of_letterhead(one: LetterClause) -> bool:
    """A line that ends as no sentence does, and is short or names whom the letter is for: a name, a street, an
    office."""
    short = len(one.at.text.split()) <= WORDS_OF_A_LETTERHEAD
    return not (ends(one.at.text) or one.head) and (short or one.low.startswith("aan ") or is_head(one.at))
