"""Choices that can be recorded, played again and made shorter until only what matters is left."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Chances:
    """Chooses by chance, or as it was chosen before; past the end of a record everything is ordinary (0)."""

    chance: random.Random | None = None
    given: tuple[int, ...] = ()
    made: list[int] = field(default_factory=list[int])

    def pick(self, of: int) -> int:
        n = len(self.made)
        if self.chance is not None:
            value = self.chance.randrange(of)
        else:
            value = self.given[n] % of if n < len(self.given) else 0
        self.made.append(value)
        return value


def shortest(choices: list[int], fails: Callable[[tuple[int, ...]], bool], tries: int = 300) -> tuple[int, ...]:
    """A shorter and plainer list of choices that still fails: parts are left out, then made ordinary."""
    best = tuple(choices)
    size = max(1, len(best) // 2)
    while size and tries > 0:
        start = 0
        while start < len(best) and tries > 0:
            for instead in ((), (0,) * min(size, len(best) - start)):
                shorter = best[:start] + instead + best[start + size :]
                tries -= 1
                if shorter != best and fails(shorter):
                    best = shorter
                    break
            else:
                start += size
        size //= 2
    while best and best[-1] == 0:
        best = best[:-1]
    return best
