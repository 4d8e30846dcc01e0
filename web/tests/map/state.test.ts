/** The fold of commands: order, replacing, taking away, and that nothing from outside breaks it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithin } from "../../src/map/lv95.ts";
import { applied, EMPTY, mapState, previewed } from "../../src/map/state.ts";
import { bad, clear, gone, good, lit, pin, SOLOTHURN, view, wms } from "./samples.ts";

const names = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

test("an address and a map, one after the other", () => {
  const state = mapState([view({ center: [...SOLOTHURN], zoom: 17, crs: "EPSG:2056" }), pin("addr-1"), wms("water")]);
  expect(state.view?.center).toEqual(SOLOTHURN);
  expect(state.view?.resolution).toBeCloseTo(0.811, 2);
  expect(names(state.markers)).toEqual(["addr-1"]);
  expect(state.layers).toMatchObject([{ id: "water", label: "Map water", visible: true, temporary: false }]);
  expect(state.skipped).toEqual([]);
});

test("the same id replaces, where it lies; another one comes on top", () => {
  const state = mapState([
    wms("a"),
    wms("b"),
    wms("a", { label: "anew", visible: false }),
    pin("p"),
    pin("p", [2_600_000, 1_200_000]),
  ]);
  expect(state.layers.map(({ id, label, visible }) => [id, label, visible])).toEqual([
    ["a", "anew", false],
    ["b", "Map b", true],
  ]);
  expect(state.markers).toMatchObject([{ id: "p", coord: [2_600_000, 1_200_000] }]);
});

test("clearing takes highlights, too, and leaves the place one looks at", () => {
  const state = mapState([view({ center: [...SOLOTHURN] }), wms("a"), lit("h"), pin("p"), clear]);
  expect([state.layers, state.markers]).toEqual([[], []]);
  expect(state.view?.center).toEqual(SOLOTHURN);
});

test("visibility is that of the last word; of what is not there, it is said so", () => {
  const hide = (id: string): unknown => ({ type: "setLayerVisibility", payload: { id, visible: false } });
  const state = mapState([wms("a"), hide("a"), hide("b")]);
  expect(state.layers[0]?.visible).toBe(false);
  expect(state.skipped).toEqual([{ type: "setLayerVisibility", reason: "absent" }]);
});

test("taking away what a person took away already is no trouble", () => {
  expect(mapState([gone("a"), { type: "removeMarker", payload: { id: "b" } }])).toEqual(EMPTY);
});

test("a preview adds and does nothing else", () => {
  const state = previewed([view({ center: [...SOLOTHURN] }), pin("p"), lit("h"), clear, gone("h")]);
  expect(state.view).toBeNull();
  expect([names(state.markers), names(state.layers)]).toEqual([["p"], ["h"]]);
  expect(previewed([])).toEqual(EMPTY);
});

test("there is an end to what a map holds, and it is said", () => {
  const many = mapState(Array.from({ length: 101 }, (_, at) => wms(`layer-${at}`)));
  expect(many.layers).toHaveLength(100);
  expect(many.skipped).toEqual([{ type: "addLayer", reason: "large" }]);
  expect(applied(many, wms("layer-5", { label: "anew" })).layers[5]?.label).toBe("anew");
});

test("any command is carried out or skipped with a reason, and what is on the map is sound", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(good, bad), { maxLength: 30 }), (actions) => {
      const state = mapState(actions);
      expect(new Set(names(state.layers)).size).toBe(state.layers.length);
      expect(new Set(names(state.markers)).size).toBe(state.markers.length);
      for (const { coord } of state.markers) expect(isWithin(coord)).toBe(true);
      if (state.view) expect(isWithin(state.view.center)).toBe(true);
      if (state.view?.resolution != null) expect(state.view.resolution).toBeGreaterThan(0);
      for (const { type, reason } of state.skipped)
        expect([typeof type, reason]).toEqual(["string", expect.any(String)]);
    }),
  );
});

test("good commands are never skipped, and bad ones in between change nothing", () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 20 }), fc.array(fc.string(), { maxLength: 5 }), (actions, noise) => {
      const state = mapState(actions);
      expect(state.skipped).toEqual([]);
      const mixed = mapState(actions.flatMap((one, at) => [{ type: `no ${noise[at] ?? ""}`, payload: {} }, one]));
      expect({ ...mixed, skipped: [] }).toEqual(state);
      expect(mixed.skipped).toHaveLength(actions.length);
    }),
  );
});

test("one by one is the same as all at once, and what follows clearing does not know what was before", () => {
  fc.assert(
    fc.property(fc.array(good, { maxLength: 20 }), fc.array(good, { maxLength: 20 }), (before, then) => {
      expect(then.reduce<ReturnType<typeof mapState>>(applied, mapState(before))).toEqual(
        mapState([...before, ...then]),
      );
      const [cleared, fresh] = [mapState([...before, clear, ...then]), mapState(then)];
      expect([cleared.layers, cleared.markers]).toEqual([fresh.layers, fresh.markers]);
    }),
  );
});
