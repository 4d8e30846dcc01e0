/** Surfaces survive repeats, bad messages and typing. */
import { beforeEach, expect, test } from "vitest";
import { catalog } from "../../src/catalog/catalog.ts";
import { CATALOG } from "../../src/surfaces/catalog-id.ts";
import { after, HISTORY, type Moment } from "../../src/surfaces/history.ts";
import { type Acted, Surfaces } from "../../src/surfaces/surfaces.ts";
import type { PageInfo } from "../../src/transport/api.ts";
import type { JsonObject } from "../../src/wire.ts";

const FORM = { title: "", shelf: "left", copies: 1 };
const page = (id: string, components: JsonObject[], catalogId = CATALOG): PageInfo => ({
  id,
  title: "Borrow a book",
  catalog: catalogId,
  components,
  model: { form: FORM, results: [] },
});
const ROOT = { id: "root", component: "Column", children: ["head"] };
const HEAD = { id: "head", component: "PageHead", title: { path: "/title" } };

let acted: Acted[];
let surfaces: Surfaces;

beforeEach(() => {
  acted = [];
  const pages = [page("borrow", [ROOT, HEAD]), page("strange", [ROOT], "somebody else's")];
  surfaces = new Surfaces(catalog, "library", pages, (one) => acted.push(one));
});

const version = "v0.9";
const model = (surfaceId: string, path: string, value: JsonObject[string]): JsonObject => ({
  version,
  updateDataModel: { surfaceId, path, value },
});
const read = (path: string): unknown => surfaces.get("borrow")?.dataModel.get(path);

test("a page nobody has used is drawn with its title and the form it starts with", () => {
  expect(surfaces.titleOf("borrow")).toBe("Borrow a book");
  expect(read("/form")).toEqual(FORM);
  expect(surfaces.last).toBeNull();
  expect(surfaces.get("never seen")).toBeUndefined();
});

test("a model that comes whole opens its page; a part of one changes it", () => {
  expect(surfaces.take(model("borrow", "/", { title: "Lend", results: [] }))).toBe(true);
  expect([surfaces.last, surfaces.titleOf("borrow")]).toEqual(["borrow", "Lend"]);
  surfaces.take(model("borrow", "/results", [{ kind: "a" }]));
  surfaces.take(model("borrow", "/status/step", "done"));
  expect([read("/results"), read("/status/step")]).toEqual([[{ kind: "a" }], "done"]);
});

test("a surface that comes again keeps its parts and what was typed", () => {
  surfaces.take(model("borrow", "/", { results: [] }));
  const before = surfaces.get("borrow");
  before?.dataModel.set("/form/copies", 41);
  surfaces.take(model("borrow", "/", { results: [1], form: { copies: 7 } }));
  expect(surfaces.get("borrow")).toBe(before);
  expect([read("/form/copies"), read("/results")]).toEqual([41, [1]]);
});

test("what was sent counts as the server's again", () => {
  surfaces.get("borrow")?.dataModel.set("/form/copies", 41);
  surfaces.settle("borrow");
  surfaces.take(model("borrow", "/", { form: { copies: 7 } }));
  expect(read("/form/copies")).toBe(7);
  expect(surfaces.isFresh("borrow")).toBe(false);
  surfaces.restart("borrow");
  expect(read("/form/copies")).toBe(1);
  expect(surfaces.isFresh("borrow")).toBe(true);
});

test("what is deleted while it is on its way stays deleted when the server tells it back", () => {
  surfaces.take(model("borrow", "/", { form: FORM }));
  surfaces.get("borrow")?.dataModel.set("/form/title", "Ideas");
  surfaces.hold("borrow");
  surfaces.get("borrow")?.dataModel.set("/form/title", "");
  surfaces.take(model("borrow", "/", { form: { ...FORM, title: "Ideas" }, results: [1] }));
  expect([read("/form/title"), read("/results")]).toEqual(["", [1]]);
});

test("an example fills the form of a surface that is yet to open, until something was sent", () => {
  surfaces.prefill("borrow", { title: "Ideas" });
  surfaces.take(model("borrow", "/", { results: [], form: FORM }));
  expect(read("/form")).toEqual({ ...FORM, title: "Ideas" });
  surfaces.settle("borrow");
  surfaces.take(model("borrow", "/", { results: [], form: FORM }));
  expect(read("/form")).toEqual(FORM);
});

test("one bad component costs itself, not the surface", () => {
  const parts = [
    { id: "root", component: "Column", children: ["a", "b"] },
    { id: "a", component: "Hologram", depth: 3 },
    { id: "b", component: "Text", tekst: "x" },
  ];
  const odd = new Surfaces(catalog, "library", [page("x", parts)], () => undefined);
  const type = (id: string): string | undefined => odd.get("x")?.componentsModel.get(id)?.type;
  expect([type("root"), type("a"), type("b")]).toEqual(["Column", "Unknown", "Broken"]);
});

test.each([
  [{}],
  [{ version: "v9", updateDataModel: { surfaceId: "borrow", path: "/a", value: 1 } }],
  [{ version, updateDataModel: "borrow" }],
  [{ version, createSurface: { surfaceId: "borrow", catalogId: CATALOG } }],
  [model("never opened", "/a", 1)],
])("%j is no change of a surface", (frame) => {
  expect(surfaces.take(frame)).toBe(false);
});

test("a page for a catalog we do not have says so, and the others go on", () => {
  expect(surfaces.get("strange")).toBeUndefined();
  expect(surfaces.troubles.get("strange")).toContain("somebody else's");
  expect(surfaces.titleOf("borrow")).toBe("Borrow a book");
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
  surfaces.take(model("borrow", "/", { status: { message: "", step: "idle" } }));
  surfaces.take(model("borrow", "/status/message", "Busy"));
  surfaces.take(model("borrow", "/status/step", "look"));
  await Promise.resolve();
  expect(read("/history")).toEqual([{ message: "Busy", step: "look", at: "" }]);
});
