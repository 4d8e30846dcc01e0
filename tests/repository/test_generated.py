"""What is made from code is fresh, and the TypeScript it becomes says the same as the models."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from loket.core.data import Frozen, Json, JsonObject
from scripts.generate import FILES, ROOT
from scripts.typescript import Types


class Dot(Frozen):
    """A place.

    Counted from the left."""

    kind: Literal["dot"] = "dot"
    at: tuple[int, int]
    note: str | None = Field(default=None, description="for people")


class Line(Frozen):
    kind: Literal["line"] = "line"
    dots: tuple[Dot, ...]
    style: Literal["thin", "thick"] = "thin"
    names: dict[str, str] = {}
    more: JsonObject = {}
    free: Json = None
    marks: tuple[str | int, ...] = ()


Shape = Annotated[Dot | Line, Field(discriminator="kind")]


def declared(name: str, *, all_given: bool) -> str:
    types = Types(all_given=all_given)
    schema = TypeAdapter(Shape).json_schema()
    return types.declare(name, schema["$defs"].get(name, schema))


def test_generated_files_are_fresh() -> None:
    stale = [name for name, make in FILES.items() if (ROOT / name).read_text("utf-8") != make()]
    assert not stale, f"run: make generated ({', '.join(stale)})"


def test_what_is_received_is_always_there() -> None:
    assert declared("Dot", all_given=True) == (
        "/**\n * A place.\n *\n * Counted from the left.\n */\n"
        "export interface Dot {\n"
        '  readonly kind: "dot";\n'
        "  readonly at: readonly [number, number];\n"
        "  /** for people */\n"
        "  readonly note: string | null;\n"
        "}\n"
    )


def test_what_is_sent_may_leave_out_what_has_a_default_but_not_its_kind() -> None:
    assert declared("Line", all_given=False) == (
        "export interface Line {\n"
        '  readonly kind: "line";\n'
        "  readonly dots: readonly Dot[];\n"
        '  readonly style?: "thin" | "thick";\n'
        "  readonly names?: { readonly [key: string]: string };\n"
        "  readonly more?: JsonObject;\n"
        "  readonly free?: Json;\n"
        "  readonly marks?: readonly (string | number)[];\n"
        "}\n"
    )


def test_a_union_has_a_name() -> None:
    types = Types(all_given=True)
    schema = TypeAdapter(Shape).json_schema()
    assert types.declare("Shape", schema) == "export type Shape = Dot | Line;\n"
    assert types.type_of({"type": "array", "items": schema}) == "readonly Shape[]"
