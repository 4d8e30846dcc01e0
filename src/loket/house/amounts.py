"""Options of commands, for those of packages too: numbers that are numbers."""

from math import isnan

import click


class AmountInRange(click.FloatRange):
    """A number in a range. What is no number is in every range, for click."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        amount = super().convert(value, param, ctx)
        if isnan(amount):
            self.fail(f"{value} is not a number.", param, ctx)
        return amount
