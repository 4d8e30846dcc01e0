/** The map element without its drawing: commands in order, the list of everything on it, and what a person does there. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MapElement } from "../../src/map/element.ts";
import type { MapAction } from "../../src/map/things.ts";
import { Recorder } from "./recorder.ts";
import { clear, lit, pin, SOLOTHURN, view, wms } from "./samples.ts";

let map: MapElement;
let canvas: Recorder;

beforeEach(async () => {
  document.documentElement.lang = "de";
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  map = new MapElement();
  map.draws = () => Promise.resolve({ open: (place) => (canvas = new Recorder(place)) });
  document.body.append(map);
  await settled();
});

afterEach(() => map.remove());

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await map.updateComplete.then(() => Promise.resolve());
}

async function say(...actions: unknown[]): Promise<void> {
  map.actions = [...map.actions, ...(actions as MapAction[])];
  await settled();
}

const text = (selector: string): string => (map.querySelector(selector)?.textContent ?? "").replace(/\s+/g, " ").trim();
const button = (name: string): HTMLButtonElement => {
  const found = [...map.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent?.trim()) === name,
  );
  if (!found) throw new Error(`There is no button "${name}".`);
  return found;
};
const press = async (name: string): Promise<void> => {
  button(name).click();
  await settled();
};
const names = (): string[] =>
  [...map.querySelectorAll(".map-name")].map((one) => one.textContent?.replace(/\s+/g, " ").trim() ?? "");
const ids = (): string[] => canvas.state?.layers.map(({ id }) => id) ?? [];

test("an empty map looks at the canton and says that nothing is on it", () => {
  expect(canvas.told).toEqual(["ground grey", "look 2606500,1237000 0 at once"]);
  expect(text(".map-list")).toContain("Auf der Karte ist noch nichts.");
  expect(text(".map-foot")).toContain("Beispieldaten");
});

test("where there is no land, none is offered and nothing is said of its data", async () => {
  expect(map.querySelector(".map-grounds")).not.toBeNull();
  canvas.place.listener.bare();
  await settled();
  expect(map.querySelector(".map-grounds")).toBeNull();
  expect(text(".map-foot")).not.toContain("Beispieldaten");
  map.live = true;
  await settled();
  expect(map.querySelector(".map-grounds")).not.toBeNull();
});

test("commands are drawn and listed, with the place that is arrived at said once", async () => {
  await say(
    view({ center: [...SOLOTHURN], zoom: 17 }),
    pin("addr-1", SOLOTHURN, "Langendorfstrasse 19b"),
    wms("water"),
  );
  expect(canvas.told.at(-1)).toBe("look 2605899,1229278 0 smoothly");
  expect(names()).toEqual(["Map water", "Langendorfstrasse 19b 2’605’899 / 1’229’278"]);
  expect(text("p[role=status]")).toBe("Die Karte zeigt jetzt Langendorfstrasse 19b, Massstab etwa 1 zu 2’900.");
  expect(map.querySelector<HTMLElement>(".map-frame")?.dataset).toMatchObject({
    center: "2605899.0,1229278.0",
    resolution: "0.8113",
  });
});

test("a command waits until the movement before it has arrived", async () => {
  canvas.slow = true;
  await say(view({ center: [...SOLOTHURN] }), wms("late"));
  expect(ids()).toEqual([]);
  canvas.arrivals[0]?.();
  await settled();
  expect(ids()).toEqual(["late"]);
});

test("only what is new is carried out; another list begins anew, at once", async () => {
  await say(view({ center: [...SOLOTHURN] }), wms("a"));
  const before = canvas.told.length;
  map.actions = JSON.parse(JSON.stringify(map.actions)) as MapAction[];
  await settled();
  expect(canvas.told).toHaveLength(before);
  map.actions = [wms("b")] as unknown as MapAction[];
  await settled();
  expect(ids()).toEqual(["b"]);
  expect(canvas.told.slice(before)).toEqual(["look 2606500,1237000 0 at once"]);
});

test("what was there before is not played again: a long list and one that the map opens with come at once", async () => {
  const many = Array.from({ length: 20 }, (_, at) => view({ center: [2_600_000 + at, 1_220_000] }));
  await say(...many);
  expect(canvas.told.slice(2)).toEqual(["look 2600019,1220000 0 at once"]);
  map.remove();
  document.body.append(map);
  await settled();
  expect(canvas.told).toEqual(["ground grey", "look 2600019,1220000 0 at once"]);
});

test("what can't be carried out is told to the page and stands in the list; the next goes on", async () => {
  const heard: unknown[] = [];
  map.addEventListener("loket-map-unknown", (event) => heard.push((event as CustomEvent).detail));
  await say({ type: "explode", payload: {} }, wms("x", { source: { url: "javascript:alert(1)" } }), pin("p"));
  expect(heard).toEqual([
    { type: "explode", reason: "unknown" },
    { type: "addLayer", reason: "address" },
  ]);
  expect(text(".map-skipped")).toContain("(explode) wurde ausgelassen: diesen Auftrag kennen wir nicht.");
  expect(canvas.state?.markers).toHaveLength(1);
});

test("names from outside are text", async () => {
  await say(pin("p", SOLOTHURN, `<img src=x onerror="alert(1)">`));
  expect(map.querySelector("img")).toBeNull();
  expect(names()[0]).toContain("<img src=x");
});

test("a preview is drawn and never listed, and goes when it is taken away", async () => {
  await say(wms("a"));
  map.preview = [pin("p"), lit("h"), clear] as unknown as MapAction[];
  await settled();
  expect(canvas.hinted?.markers).toHaveLength(1);
  expect(canvas.hinted?.layers).toHaveLength(1);
  expect(names()).toEqual(["Map a"]);
  map.preview = [];
  await settled();
  expect(canvas.hinted).toMatchObject({ markers: [], layers: [] });
  expect(ids()).toEqual(["a"]);
});

test("maps are hidden, ordered and taken away by hand, and come back", async () => {
  await say(wms("a"), wms("b"), lit("h"));
  map.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
  await settled();
  expect(canvas.state?.layers.map(({ visible }) => visible)).toEqual([true, false, true]);
  expect(button("Map b nach oben").disabled).toBe(true);
  await press("Map b nach unten");
  expect(ids()).toEqual(["b", "a", "h"]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Map b nach oben");
  await press("Map a entfernen");
  expect(ids()).toEqual(["b", "h"]);
  expect(text(".map-undo")).toContain("Map a ist entfernt.");
  expect(document.activeElement?.textContent).toContain("Rückgängig");
  await press("Rückgängig");
  expect(ids()).toEqual(["b", "a", "h"]);
  expect(document.activeElement?.tagName).toBe("SUMMARY");
});

test("a word of the list moves the map there, and so does the page", async () => {
  await say(lit("h"), pin("p", [2_600_000, 1_220_000]));
  await press("p auf der Karte zeigen");
  expect(canvas.views.at(-1)).toMatchObject({ center: [2_600_000, 1_220_000], extent: null });
  await say({ type: "setLayerVisibility", payload: { id: "h", visible: false } });
  expect(map.focusItem("h")).toBe(true);
  await settled();
  expect(canvas.views.at(-1)?.extent).toEqual([2_605_899, 1_229_278, 2_605_919, 1_229_298]);
  expect(canvas.state?.layers[0]?.visible).toBe(true);
  expect(map.focusItem("nobody")).toBe(false);
});

test("a layer whose pictures do not come is named, until they come or it goes", async () => {
  const heard: unknown[] = [];
  map.addEventListener("loket-map-failed", (event) => heard.push((event as CustomEvent).detail));
  await say(wms("a"));
  canvas.place.listener.loaded("a", false);
  canvas.place.listener.loaded("a", false);
  await settled();
  expect(heard).toEqual([{ id: "a" }]);
  expect(text(".map-trouble")).toBe("Map a kann nicht geladen werden.");
  canvas.place.listener.loaded("a", true);
  await settled();
  expect(map.querySelector(".map-trouble")).toBeNull();
});

test("keys move the map, and only those without Control", () => {
  const target = map.querySelector(".map-canvas");
  for (const key of ["ArrowLeft", "ArrowDown", "+", "-", "x"]) {
    target?.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true }));
  }
  target?.dispatchEvent(new KeyboardEvent("keydown", { key: "+", ctrlKey: true }));
  expect(canvas.told.slice(2)).toEqual(["pan -100 0", "pan 0 100", "zoom 1", "zoom -1"]);
});

test("the chosen background stays with the browser; the aerial photo is only there with the canton's own", async () => {
  const [, , colour, ortho] = [...map.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  expect(ortho?.disabled).toBe(true);
  colour?.click();
  colour?.dispatchEvent(new Event("change"));
  await settled();
  expect(canvas.told.at(-1)).toBe("ground colour");
  expect(localStorage.getItem("loket.map.ground")).toBe("colour");
  map.live = true;
  await settled();
  expect(canvas.told.at(-1)).toBe("ground colour live");
  expect(text(".map-credits")).toBe("© geo.so.ch");
  map.credit = "© Kanton Solothurn, geo.so.ch";
  await settled();
  expect(text(".map-credits")).toBe("© Kanton Solothurn, geo.so.ch");
  expect(ortho?.disabled).toBe(false);
});

test("without its drawing the map says so, and the list stays", async () => {
  const other = new MapElement();
  other.draws = () => Promise.reject(new Error("no network"));
  other.actions = [pin("p", SOLOTHURN, "Hier")] as unknown as MapAction[];
  document.body.append(other);
  for (let turn = 0; turn < 5; turn += 1) await other.updateComplete.then(() => Promise.resolve());
  expect(other.querySelector(".map-cover")?.textContent).toContain("kann hier nicht gezeichnet werden");
  expect(other.querySelector(".map-name")?.textContent).toContain("Hier");
  other.remove();
});
