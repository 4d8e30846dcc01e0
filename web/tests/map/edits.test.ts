/** What a person does by hand: the maps change places, go, and come back where they were. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contents, found, highlights, moved, pins, restored, shown, stuck, without } from "../../src/map/edits.ts";
import { mapState } from "../../src/map/state.ts";
import type { JsonObject } from "../../src/wire.ts";
import { good, lit, pin, SOLOTHURN, wms } from "./samples.ts";

const state = mapState([wms("a"), lit("h"), wms("b"), wms("c"), pin("p")]);
const order = (now: typeof state): string[] => contents(now).map(({ id }) => id);

test("the topmost is first, and what is lit up is not among the maps", () => {
  expect(order(state)).toEqual(["c", "b", "a"]);
  expect(highlights(state).map(({ id }) => id)).toEqual(["h"]);
});

test("a map changes places with its neighbour in the table, and stays at the end", () => {
  expect(order(moved(state, "a", 1))).toEqual(["c", "a", "b"]);
  expect(order(moved(state, "c", -1))).toEqual(["b", "c", "a"]);
  expect(moved(state, "c", 1)).toBe(state);
  expect(moved(state, "nobody", 1)).toBe(state);
});

test("one is hidden, the others are not", () => {
  expect(contents(shown(state, "b", false)).map(({ visible }) => visible)).toEqual([true, false, true]);
});

test("what is taken away comes back where it was", () => {
  fc.assert(
    fc.property(
      fc.array(good, { maxLength: 20 }),
      fc.constantFrom("layer", "marker"),
      fc.constantFrom("a", "b"),
      (actions, kind, id) => {
        const before = mapState(actions);
        const gone = found(before, kind, id);
        if (!gone) return;
        const after = without(before, gone);
        expect(found(after, kind, id)).toBeNull();
        expect(restored(after, gone)).toEqual(before);
        expect(restored(before, gone)).toEqual(before);
      },
    ),
  );
});

test("up and down again is where it was", () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 20 }), fc.constantFrom("a", "b", "c"), (actions, id) => {
      const before = mapState(actions);
      const up = moved(before, id, 1);
      if (up !== before) expect(moved(up, id, -1)).toEqual(before);
    }),
  );
});

test("what two documents mark is one thing with one pin, and goes and comes back as one", () => {
  const named = (id: string, label: string): JsonObject => {
    const command = lit(id);
    return { ...command, payload: { ...(command["payload"] as JsonObject), label } };
  };
  const parcel = [named("extract", "Plot 7"), pin("p", SOLOTHURN, "Plot 7"), named("plan", "Plot 7")];
  expect(stuck(mapState(parcel)).map(({ id }) => id)).toEqual(["p"]);
  const before = mapState([...parcel, pin("q", SOLOTHURN, "House 3")]);
  expect(highlights(before).map(({ id }) => id)).toEqual(["plan"]);
  expect(pins(before).map(({ id }) => id)).toEqual(["q"]);
  expect(stuck(before).map(({ id }) => id)).toEqual(["q"]);
  const gone = found(before, "layer", "plan");
  if (!gone) throw new Error("it is there");
  const after = without(before, gone);
  expect([after.layers, after.markers.map(({ id }) => id)]).toEqual([[], ["q"]]);
  expect(restored(after, gone)).toEqual(before);
});
