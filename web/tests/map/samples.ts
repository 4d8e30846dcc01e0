/** Commands for the tests: some as assistants send them, and arbitrary ones, good and bad. */
import fc from "fast-check";
import type { JsonObject } from "../../src/wire.ts";

export const SOLOTHURN = [2_605_899, 1_229_278] as const;

export const view = (payload: JsonObject): JsonObject => ({ type: "setView", payload });
export const pin = (id: string, coord: readonly number[] = SOLOTHURN, label = ""): JsonObject => ({
  type: "addMarker",
  payload: { id, coord: [...coord], style: "pin-default", label },
});
export const wms = (id: string, more: JsonObject = {}): JsonObject => ({
  type: "addLayer",
  payload: {
    id,
    type: "wms",
    source: { url: "/maps/sogis/wms", LAYERS: id },
    visible: true,
    label: `Map ${id}`,
    ...more,
  },
});
export const square = (east: number, north: number, side = 20): JsonObject => ({
  type: "Polygon",
  coordinates: [
    [
      [east, north],
      [east + side, north],
      [east + side, north + side],
      [east, north + side],
      [east, north],
    ],
  ],
});
export const lit = (id: string, geometry: JsonObject = square(...SOLOTHURN)): JsonObject => ({
  type: "addLayer",
  payload: { id, type: "geojson", source: { data: { type: "Feature", geometry, properties: {} }, style: "highlight" } },
});
export const gone = (id: string): JsonObject => ({ type: "removeLayer", payload: { id } });
export const clear: JsonObject = { type: "clearMap", payload: {} };

const ids = fc.constantFrom("a", "b", "c", "d");
const places = fc.tuple(fc.integer({ min: 2_590_000, max: 2_630_000 }), fc.integer({ min: 1_220_000, max: 1_250_000 }));
/** Commands that can be carried out. */
export const good: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(ids, places).map(([id, at]) => pin(id, at)),
  fc.tuple(ids, fc.boolean()).map(([id, visible]) => wms(id, { visible })),
  ids.map((id) => lit(id)),
  ids.map(gone),
  ids.map((id) => ({ type: "removeMarker", payload: { id } })),
  places.map((center) => view({ center, zoom: 17, crs: "EPSG:2056" })),
  fc.constant(clear),
);
/** What an assistant, or somebody in its name, might send instead. */
export const bad: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.record({ type: fc.string(), payload: fc.anything() }),
  fc.record({
    type: fc.constantFrom("setView", "addMarker", "addLayer", "removeMarker", "removeLayer", "setLayerVisibility"),
    payload: fc.oneof(
      fc.anything(),
      fc.record(
        {
          id: fc.anything(),
          coord: fc.anything(),
          center: fc.anything(),
          extent: fc.anything(),
          source: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    ),
  }),
);
