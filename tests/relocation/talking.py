"""The assistant as a server is handed it."""

from dataclasses import dataclass

from loket.house.bundle import Bundle, Services
from loket_demos.relocation.components import bundle


@dataclass(frozen=True)
class _Package:
    name: str = "relocation"

    def bundle(self, services: Services) -> Bundle:
        return bundle(services)


RELOCATION = _Package()
