"""JSON Schema for packages that check what others write; it may come from anybody, too."""

from loket.schemas import SchemaProblem as SchemaProblem
from loket.schemas import compiled as compiled
from loket.schemas import problems as problems

__all__ = ["SchemaProblem", "compiled", "problems"]
