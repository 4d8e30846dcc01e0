"""The first message about an allowance and the first letter build no pattern: that was done beside the start."""

import subprocess
import sys

FIRST = """
import re, sys, threading
from datetime import date
from loket_demos.overheid.allowance_wish import wanted
from loket_demos.overheid.content.letter_route import letter_route
from loket_demos.overheid.reading import warming
if "warm" in sys.argv:
    warming.make_ready()
    [one.join() for one in threading.enumerate() if one.name == warming.READY]
built = 0
def seen(frame, event, _):
    global built
    built += event == "call" and frame.f_code.co_name == "compile" and frame.f_globals["__name__"] == "re._compiler"
sys.setprofile(seen)
wanted("mijn man en ik hebben samen 42.000 per jaar. hoeveel zorgtoeslag krijgen we dit jaar", date(2026, 11, 23), {})
letter_route("Ik maak bezwaar tegen het besluit van de gemeente van 3 november 2026 over 300 euro. Het klopt niet.")
sys.setprofile(None)
print(built)
"""


def patterns_built(*args: str) -> int:
    done = subprocess.run([sys.executable, "-c", FIRST, *args], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_the_first_message_and_letter_build_no_pattern() -> None:
    assert patterns_built("warm") == 0
    assert patterns_built() > 10
