"""The value of a sum in signs (`90 / 100 * 60 + 5`): products first, exact."""

from fractions import Fraction


def value_of(sum_: str) -> Fraction:
    """What a sum comes to; `ValueError` when it is none, `ZeroDivisionError` when nothing can be divided so."""
    total, sign = Fraction(0), 1
    first, *rest = sum_.split()
    product = Fraction(first)
    for operator, figure in zip(rest[::2], rest[1::2], strict=True):
        match operator:
            case "*":
                product *= Fraction(figure)
            case "/":
                product /= Fraction(figure)
            case _:
                total, sign = total + sign * product, 1 if operator == "+" else -1
                product = Fraction(figure)
    return total + sign * product
