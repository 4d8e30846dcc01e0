/** Surfaces survive repeats, bad messages and typing, in both dialects. */
import { beforeEach, expect, test, vi } from "vitest";
import { CATALOG } from "../../src/surfaces/catalog-id.ts";
import { after, HISTORY, type Moment } from "../../src/surfaces/history.ts";
import { type Acted, Surfaces } from "../../src/surfaces/surfaces.ts";
import { treeOf } from "../../src/surfaces/trees.ts";
import { catalog } from "../../src/catalog/catalog.ts";
import type { JsonObject } from "../../src/wire.ts";

let acted: Acted[];
let complaints: string[];
let surfaces: Surfaces;

beforeEach(() => {
  acted = [];
  complaints = [];
  surfaces = new Surfaces(
    catalog,
    (one) => acted.push(one),
    (surface, why) => complaints.push(`${surface}: ${why}`),
  );
});

const version = "v0.9";
const create = (surfaceId: string): JsonObject => ({ version, createSurface: { surfaceId, catalogId: CATALOG } });
const components = (surfaceId: string, list: JsonObject[]): JsonObject => ({
  version,
  updateComponents: { surfaceId, components: list },
});
const model = (surfaceId: string, path: string, value: JsonObject[string]): JsonObject => ({
  version,
  updateDataModel: { surfaceId, path, value },
});
const open = (dataModel: JsonObject): JsonObject => ({
  kind: "surface/open",
  surfaceId: "toeslagen",
  title: "Toeslagen Check",
  dataModel,
});
const read = (path: string): unknown => surfaces.get("toeslagen")?.dataModel.get(path);

test.each(["home", "toeslagen", "bezwaar", "never seen"])("the tree of %s holds no broken or unknown part", (id) => {
  surfaces.take(create(id));
  surfaces.take(components(id, [...treeOf(id).components] as JsonObject[]));
  expect(complaints).toEqual([]);
  const parts = [...(surfaces.get(id)?.componentsModel.entries ?? [])].map(([, part]) => part.type);
  expect(parts).toContain("Column");
  expect(parts).not.toContain("Unknown");
});

test("a seed surface opens with its title and the form it starts with", () => {
  expect(surfaces.take(open({ status: { step: "idle" }, results: [] }))).toBe(true);
  expect(surfaces.titleOf("toeslagen")).toBe("Toeslagen Check");
  expect(read("/form/regeling")).toBe("Huurtoeslag");
  expect(surfaces.last).toBe("toeslagen");
});

test("seed patches reach lists and missing places, and a bad one is skipped", () => {
  surfaces.take(open({ results: [] }));
  surfaces.take({
    kind: "dataModelUpdate",
    surfaceId: "toeslagen",
    patches: [
      { op: "add", path: "/results/-", value: { kind: "a" } },
      { op: "replace", path: "nowhere", value: 1 },
      { op: "replace", path: "/status/step", value: "done" },
    ],
  });
  expect(read("/results")).toEqual([{ kind: "a" }]);
  expect(read("/status/step")).toBe("done");
});

test("a surface that opens again keeps its parts and what was typed", () => {
  surfaces.take(open({ results: [] }));
  const before = surfaces.get("toeslagen");
  before?.dataModel.set("/form/inkomen", 41);
  surfaces.take({ version, deleteSurface: { surfaceId: "toeslagen" } });
  surfaces.take(create("toeslagen"));
  surfaces.take(model("toeslagen", "/", { results: [1], form: { inkomen: 7 } }));
  expect(surfaces.get("toeslagen")).toBe(before);
  expect(read("/form/inkomen")).toBe(41);
  expect(read("/results")).toEqual([1]);
});

test("what was sent counts as the server's again", () => {
  surfaces.take(open({ results: [] }));
  surfaces.get("toeslagen")?.dataModel.set("/form/inkomen", 41);
  surfaces.settle("toeslagen");
  surfaces.take(model("toeslagen", "/", { form: { inkomen: 7 } }));
  expect(read("/form/inkomen")).toBe(7);
  surfaces.restart("toeslagen");
  expect(read("/form/inkomen")).toBe("");
});

test("an example fills the form of a surface that is yet to open", () => {
  surfaces.prefill("toeslagen", { regeling: "Zorgtoeslag", inkomen: 30000 });
  surfaces.take(open({ results: [], form: { regeling: "Huurtoeslag" } }));
  expect(read("/form/regeling")).toBe("Zorgtoeslag");
  expect(read("/form/situatie")).toBe("Alleenstaand");
});

test("a surface that is taken away goes after a moment", () => {
  vi.useFakeTimers();
  surfaces.take(open({}));
  surfaces.take({ version, deleteSurface: { surfaceId: "toeslagen" } });
  expect(surfaces.get("toeslagen")).toBeDefined();
  vi.advanceTimersByTime(5000);
  expect(surfaces.get("toeslagen")).toBeUndefined();
  vi.useRealTimers();
});

test("one bad component costs itself, not the surface", () => {
  surfaces.take(create("x"));
  surfaces.take(
    components("x", [
      { id: "root", component: "Column", children: ["a", "b"] },
      { id: "a", component: "Hologram", depth: 3 },
      { id: "b", component: "Text", tekst: "x" },
    ]),
  );
  const type = (id: string): string | undefined => surfaces.get("x")?.componentsModel.get(id)?.type;
  expect([type("root"), type("a"), type("b")]).toEqual(["Column", "Unknown", "Broken"]);
  expect(complaints).toHaveLength(1);
});

test.each([
  [{}],
  [{ version: "v9", createSurface: { surfaceId: "x", catalogId: CATALOG } }],
  [{ version, createSurface: { surfaceId: "x" }, deleteSurface: { surfaceId: "x" } }],
  [{ version, createSurface: "x" }],
  [{ kind: "surface/open" }],
  [{ kind: "dataModelUpdate", surfaceId: "never opened", patches: [] }],
])("%j is no message of a surface", (frame) => {
  expect(surfaces.take(frame)).toBe(false);
});

test.each([
  [{ version, createSurface: { surfaceId: "x", catalogId: "somebody else's" } }],
  [model("never opened", "/a", 1)],
])("%j is told back and harms nothing", (frame) => {
  surfaces.take(open({}));
  surfaces.take(frame);
  expect(complaints).toHaveLength(1);
  expect(surfaces.titleOf("toeslagen")).toBe("Toeslagen Check");
});

test("the history drops repeats and keeps the last 200", () => {
  let history: readonly Moment[] = [];
  for (let turn = 0; turn < 2 * HISTORY; turn++) {
    const status = { message: `m${turn >> 1}`, step: "s", lastRefresh: `t${turn}` };
    history = after(history, status);
  }
  expect(history).toHaveLength(HISTORY);
  for (let turn = 0; turn < 300; turn++) history = after(history, { message: `n${turn}`, step: "s", lastRefresh: "" });
  expect(history).toHaveLength(HISTORY);
  expect(history.at(-1)?.message).toBe("n299");
  expect(after(history, { message: "", step: "x" })).toBe(history);
});

test("a server without a history gets one made from what is seen", async () => {
  surfaces.take(open({ status: { message: "", step: "idle" } }));
  surfaces.take(model("toeslagen", "/status/message", "Bezig"));
  surfaces.take(model("toeslagen", "/status/step", "rules_lookup"));
  await Promise.resolve();
  expect(read("/history")).toEqual([{ message: "Bezig", step: "rules_lookup", at: "" }]);
});
