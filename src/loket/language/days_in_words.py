"""The day of a month in words, as it would stand in figures: `the seventh of May`, `zeven mei`, `sete de maio`."""

import re
from functools import lru_cache

from loket.language.languages import alternatives, language
from loket.language.spacing import single_spaced
from loket.language.tokens import LANGUAGES, flat


def in_figures(low: str, code: str) -> str:
    """A flat text with the days that stand in words beside a month in figures, exactly as long as it was."""
    found, days = _days(code)
    return found.sub(lambda match: str(days[single_spaced(match.group())]).ljust(len(match.group())), low)


@lru_cache(maxsize=len(LANGUAGES))
def _days(code: str) -> tuple[re.Pattern[str], dict[str, int]]:
    tongue = language(code)
    days = {flat(word): at + 1 for at, words in enumerate(tongue.data["days_in_words"]) for word in words}
    months = [flat(name) for names in tongue.data["months"] for name in names]
    day, of, month = alternatives(days), alternatives(tongue.data["date_of"]), alternatives(months)
    until = alternatives(pair[1] for pair in tongue.data["from_to"])
    span = rf"(?:(?:{until})\s+(?:(?:{of})\s+)?(?:\d{{1,2}}|{day})\s+)?"
    if code != "en":
        return re.compile(rf"\b(?:{day})\b(?=\s+{span}(?:(?:{of})\s+)?(?:{month})\b)"), days
    # `our second April trip` and `may second that` are no days.
    before = "|".join(rf"(?<=\b{name} )" for name in months if name not in tongue.function)
    return re.compile(rf"\b(?:{day})\b(?=\s+{span}of\s+(?:{month})\b)|(?:{before})(?:{day})\b"), days
