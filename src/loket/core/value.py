"""Values that are no models: held unchanged by the type checker, made as fast as what may change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def unchanging(cls: type[T]) -> type[T]:
    """A dataclass with slots that nobody changes. Python's own `frozen` sets every field through a refusal, which takes
    five times as long; so who would change one is stopped by the type checker, and by nothing else."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
