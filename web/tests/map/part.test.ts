/** A map is a component of our catalog like any other: what it must hold is checked when a surface names it. */
import { expect, test } from "vitest";
import { catalog } from "../../src/catalog/catalog.ts";
import { CATALOG } from "../../src/surfaces/catalog-id.ts";
import { Surfaces } from "../../src/surfaces/surfaces.ts";
import type { JsonObject } from "../../src/wire.ts";

function opened(part: JsonObject): string[] {
  const page = { id: "plan", title: "", catalog: CATALOG, components: [{ id: "root", ...part }], model: {} };
  const surfaces = new Surfaces(catalog, "mapper", [page], () => undefined);
  return [...(surfaces.get("plan")?.componentsModel.entries ?? [])].map(([, one]) => one.type);
}

test.each([
  ["Map", { component: "Map", actions: { path: "/map/actions" } }],
  ["Map", { component: "Map", actions: [], title: "Wo", height: 300, live: false }],
  ["Broken", { component: "Map" }],
  ["Broken", { component: "Map", actions: [], height: "tall" }],
])("%s: %j", (type, part) => {
  expect(opened(part as JsonObject)).toEqual([type]);
});
