/** A map is a component of our catalog like any other: what it must hold is checked when a surface names it. */
import { expect, test } from "vitest";
import { catalog } from "../../src/catalog/catalog.ts";
import { CATALOG } from "../../src/surfaces/catalog-id.ts";
import { Surfaces } from "../../src/surfaces/surfaces.ts";
import type { JsonObject } from "../../src/wire.ts";

const version = "v0.9";

function opened(part: JsonObject): string[] {
  const surfaces = new Surfaces(
    catalog,
    () => undefined,
    () => undefined,
  );
  surfaces.take({ version, createSurface: { surfaceId: "plan", catalogId: CATALOG } });
  surfaces.take({ version, updateComponents: { surfaceId: "plan", components: [{ id: "root", ...part }] } });
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
