"""What a user of python-a2a reads: `python pya2a.py URL WORDS`. Imports nothing of ours."""

import sys

from python_a2a import A2AClient

url, words = sys.argv[1:3]
print(A2AClient(url).ask(words))
