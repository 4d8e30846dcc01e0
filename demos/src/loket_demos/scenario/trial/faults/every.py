"""All faults by their names."""

from collections.abc import Sequence

from loket.core.errors import Invalid
from loket_demos.scenario.trial.faults.line import Drops, Late, OutOfOrder, Twice
from loket_demos.scenario.trial.faults.port import Fault
from loket_demos.scenario.trial.faults.words import AsksBack, BrokenPart, ClosedTask, HugeFile, WrongDialect

EVERY: dict[str, type[Fault]] = {
    fault.name: fault
    for fault in (Drops, Twice, Late, OutOfOrder, WrongDialect, BrokenPart, ClosedTask, HugeFile, AsksBack)
}
ALL = "all"


def chosen_faults(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the faults that are meant. Invalid for one that there is not."""
    wanted = [name.strip() for text in names for name in text.split(",") if name.strip()]
    if ALL in wanted:
        return tuple(EVERY)
    strange = [name for name in wanted if name not in EVERY]
    if strange:
        raise Invalid("unknown_fault", f"There is no fault {strange[0]}; there are {', '.join(EVERY)}, or {ALL}.")
    return tuple(dict.fromkeys(wanted))


def fault_by_name(name: str, patience: float) -> Fault:
    """A fault for one run; "" is none."""
    return EVERY[name](patience=patience) if name else Fault(patience=patience)
