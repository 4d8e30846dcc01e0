/** What the map beside a talk is told: a list that only grows, with a look at what there is to choose from. */
import { describe, expect, test } from "vitest";
import { isForMap, MapScript } from "../../src/chat/map-script.ts";
import type { JsonObject } from "../../src/transport/json.ts";
import type { CommandItem, CommandsState } from "../../src/wire.ts";

const pin = (id: string): JsonObject => ({ type: "addMarker", payload: { id } });
const item = (seq: number, command: JsonObject | null = pin(String(seq))): CommandItem => ({
  seq,
  scope: "/",
  command,
});
const told = (items: CommandItem[], dropped = 0): Pick<CommandsState, "items" | "dropped"> => ({ items, dropped });
const look = (east: number, north: number): JsonObject => ({
  type: "setView",
  payload: { center: [east, north], zoom: 17, crs: "EPSG:2056" },
});

describe("the commands of the log", () => {
  test("are the same list until there is a new one, and the old list goes on", () => {
    const script = new MapScript();
    const items = [item(3), item(5)];
    const before = script.told(told(items));
    expect(before).toEqual([pin("3"), pin("5")]);
    expect(script.told(told(items))).toBe(before);
    const after = script.told(told([...items, item(8)]));
    expect(after.slice(0, 2).every((one, at) => one === before[at])).toBe(true);
    expect(after).toHaveLength(3);
  });

  test("go on when the oldest left the view, begin anew when the log did", () => {
    const script = new MapScript();
    script.told(told([item(3), item(5)]));
    expect(script.told(told([item(5), item(8)]))).toEqual([pin("3"), pin("5"), pin("8")]);
    expect(script.told(told([item(1)]))).toEqual([pin("1")]);
    expect(script.told(told([]))).toEqual([]);
  });

  test("that had left the view before are missing until they are read elsewhere; those that leave it later are not", () => {
    const script = new MapScript();
    script.told(told([item(3), item(5)]));
    script.told(told([item(5), item(8)], 1));
    expect(script.missing).toBe(0);
    const late = new MapScript();
    late.told(told([item(5), item(8)], 1));
    expect([late.missing, late.since]).toEqual([1, 5]);
    late.told(told([item(8), item(9)], 2));
    expect([late.missing, late.since]).toEqual([1, 5]);
    late.begin([pin("3")]);
    expect(late.missing).toBe(0);
    expect(late.told(told([item(9), item(11)], 3))).toEqual(["3", "5", "8", "9", "11"].map(pin));
  });

  test("that are no longer known are left out", () => {
    expect(new MapScript().told(told([item(3, null), item(4)]))).toEqual([pin("4")]);
  });
});

describe("a choice", () => {
  test("is looked at once, whole, after what was told before it", () => {
    const script = new MapScript();
    script.told(told([item(3)]));
    const asked = script.asked("7", [[look(2600000, 1200000), pin("a")], [look(2600500, 1200300)]]);
    expect(asked).toEqual([
      pin("3"),
      { type: "setView", payload: { extent: [2599940, 1199940, 2600560, 1200360], crs: "EPSG:2056" } },
    ]);
    expect(script.asked("7", [[look(1, 1)]])).toBe(asked);
    expect(script.told(told([item(3), item(9)]))).toHaveLength(3);
  });

  test("takes the extent where there is one, and waits until it is known", () => {
    const script = new MapScript();
    expect(script.asked("7", [])).toEqual([]);
    const wide = { type: "setView", payload: { center: [5, 5], extent: [0, 0, 10, 10], crs: "EPSG:2056" } };
    expect(script.asked("7", [[wide]])[0]?.["payload"]).toMatchObject({ extent: [-60, -60, 70, 70] });
  });

  test("that lies nowhere moves nothing", () => {
    const script = new MapScript();
    expect(script.asked("7", [[pin("a")], [{ type: "setView", payload: { center: ["x"] } }]])).toEqual([]);
  });
});

test("only what a map alone can do brings a map", () => {
  const state = (command: JsonObject): Parameters<typeof isForMap>[0] => ({
    upto: 1,
    dropped: 0,
    items: [item(1, command)],
  });
  expect(isForMap(state(pin("a")))).toBe(true);
  expect(isForMap(state({ type: "blink" }))).toBe(false);
  expect(isForMap(undefined)).toBe(false);
});
