"""How each peer is served with a language model: `python -m bench.peers.served_NAME PORT FOLDER MODEL_URL`.

By uvicorn with its faster loop and parser, as `loket serve` is, and quiet."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

MODEL = "scripted"
KEY = "none"


def served(made: Callable[[Path, str], Any]) -> None:
    """Serves what is made of the folder and the address of the model."""
    port, folder, url = sys.argv[1:4]
    app = made(Path(folder), url)
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning", loop="uvloop", http="httptools")
