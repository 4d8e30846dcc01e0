/** What a command must hold to be carried out, and the reason that is given when it does not. */
import { describe, expect, test } from "vitest";
import { read } from "../../src/map/actions.ts";
import { resolutionAt, START, toLv95, toWgs84, written } from "../../src/map/lv95.ts";
import { isAllowed } from "../../src/map/sources.ts";
import { lit, pin, SOLOTHURN, square, view, wms } from "./samples.ts";

const point = [...SOLOTHURN];
const layer = (type: string, source: object): unknown => ({ type: "addLayer", payload: { id: "x", type, source } });

describe("places", () => {
  test("the zoom of a web map at 47.2° north", () => {
    const metres = [11, 14, 16, 17, 18].map((zoom) => resolutionAt(zoom, SOLOTHURN).toFixed(2));
    expect(metres).toEqual(["51.92", "6.49", "1.62", "0.81", "0.41"]);
    expect(resolutionAt(11, START.center)).toBeCloseTo(START.resolution, -1);
  });

  test("published pairs of LV95 and WGS84 agree within a metre", () => {
    const [longitude, latitude] = toWgs84([2_600_968.75, 1_197_427.0]);
    expect([longitude, latitude]).toEqual([expect.closeTo(7.451352, 5), expect.closeTo(46.927937, 5)]);
    expect(toLv95([7.46527, 46.87709], "EPSG:4326")).toEqual([
      expect.closeTo(2_602_030.68, -1),
      expect.closeTo(1_191_775.03, -1),
    ]);
  });

  test("swapped axes and the old grid are put right, elsewhere is nowhere", () => {
    expect(toLv95([1_229_278, 2_605_899])).toEqual(SOLOTHURN);
    expect(toLv95([605_899, 229_278])).toEqual([expect.closeTo(2_605_899, 0), expect.closeTo(1_229_278, 0)]);
    expect(toLv95([0, 0])).toBeNull();
    expect(toLv95([Number.NaN, 1_229_278])).toBeNull();
    expect(written(SOLOTHURN)).toBe("2’605’899 / 1’229’278");
  });
});

describe("views", () => {
  test("an extent wins, a resolution before a zoom, and neither leaves the one there is", () => {
    const box = [2_592_561, 1_223_174, 2_599_482, 1_232_183];
    expect(read(view({ center: point, zoom: 3, extent: box }))).toMatchObject({
      view: { extent: box, resolution: null },
    });
    expect(read(view({ center: point, zoom: 3, resolution: 2.5 }))).toMatchObject({ view: { resolution: 2.5 } });
    expect(read(view({ center: point }))).toMatchObject({ view: { resolution: null, extent: null } });
  });

  test("an extent without a size is an address; one over the border is cut off", () => {
    expect(read(view({ extent: [...point, ...point] }))).toMatchObject({
      view: { center: point, extent: null, resolution: expect.closeTo(0.81, 2) as number },
    });
    expect(read(view({ extent: [2_485_000, 1_075_000, 2_840_000, 1_300_000] }))).toMatchObject({
      view: { extent: [2_485_000, 1_075_000, 2_834_000, 1_296_000] },
    });
  });

  test("another grid is converted", () => {
    expect(read(view({ center: [7.51651, 47.21441], zoom: 17, crs: "EPSG:4326" }))).toMatchObject({
      view: { center: [expect.closeTo(2_605_899, -1) as number, expect.closeTo(1_229_278, -1) as number] },
    });
  });

  test.each([
    ["place", { center: [0, 0], zoom: 17 }],
    ["payload", { center: [Number.NaN, 1], zoom: 17 }],
    ["payload", { center: "2605899 1229278", zoom: 17 }],
    ["payload", { center: point, zoom: 1e9 }],
    ["payload", { center: point, zoom: "17" }],
    ["payload", { center: point, resolution: -1 }],
    ["payload", { extent: [1, 2, 3] }],
    ["place", { extent: [0, 0, 1, 1] }],
    ["payload", {}],
    ["crs", { center: point, crs: "EPSG:25832" }],
  ] as const)("%s: %j", (refused, payload) => {
    expect(read({ type: "setView", payload })).toEqual({ refused });
  });
});

describe("where pictures come from", () => {
  test.each(["/maps/sogis/wms", "/maps/{TileMatrix}/{TileCol}.png", "https://geo.so.ch/api/wms?map=a"])(
    "%s is fine",
    (url) => {
      expect(isAllowed(url)).toBe(true);
    },
  );

  test.each([
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "http://geo.so.ch/api/wms",
    "//geo.so.ch/api/wms",
    "/\\geo.so.ch",
    "/\t/geo.so.ch",
    "wms",
    "",
    "https://name:word@geo.so.ch/",
    "https://",
    `/${"a".repeat(2001)}`,
  ])("%j is not", (url) => {
    expect(isAllowed(url)).toBe(false);
    expect(read(layer("wms", { url, LAYERS: "a" }))).toEqual({ refused: "address" });
    expect(read(layer("wmts", { url }))).toEqual({ refused: "address" });
  });
});

describe("layers", () => {
  test("a service's parameters are found in any case, and the id stands in for a missing name", () => {
    expect(read(layer("wms", { URL: "/w", layers: "a,b", FORMAT: "text/html" }))).toMatchObject({
      layer: {
        source: { kind: "wms", url: "/w", layers: "a,b", version: "1.3.0", format: "image/png", transparent: true },
      },
    });
    expect(read(layer("wms", { url: "/w" }))).toMatchObject({ layer: { label: "x", source: { layers: "x" } } });
  });

  test("tiles are those of the canton unless the source says otherwise or they are the confederation's", () => {
    expect(read(layer("wmts", { url: "/t/{z}/{x}/{y}.png" }))).toMatchObject({
      layer: {
        source: { url: "/t/{TileMatrix}/{TileCol}/{TileRow}.png", origin: [2_420_000, 1_350_000], matrixSet: "2056" },
      },
    });
    const federal = read(
      layer("wmts", { url: "https://wmts.geo.admin.ch/1.0.0/a/default/current/2056/{z}/{x}/{y}.png" }),
    );
    expect(federal).toMatchObject({ layer: { source: { resolutions: { length: 29 } } } });
    expect(read(layer("wmts", { url: "/t", resolutions: [10, 20] }))).toEqual({ refused: "payload" });
    expect(read(layer("wmts", { url: "/t", matrixSet: "3857", crs: "EPSG:3857" }))).toEqual({ refused: "crs" });
  });

  test("a lit up area knows its extent and is there for the moment", () => {
    expect(read(lit("p"))).toMatchObject({
      layer: {
        temporary: true,
        source: { extent: [2_605_899, 1_229_278, 2_605_919, 1_229_298], shapes: [{ label: "" }] },
      },
    });
  });

  test.each([
    ["kind", layer("wfs", { url: "/w" })],
    ["kind", layer("", {})],
    ["payload", layer("geojson", {})],
    ["payload", layer("geojson", { data: { type: "FeatureCollection", features: [] } })],
    ["payload", lit("p", { type: "Polygon", coordinates: [[[1, "2"]]] })],
    ["payload", lit("p", { type: "Circle", coordinates: [1, 2] })],
    ["place", lit("p", { type: "Point", coordinates: [7.5, 90] })],
    ["large", lit("p", { type: "LineString", coordinates: Array.from({ length: 50_001 }, () => [...SOLOTHURN]) })],
    ["payload", { type: "addLayer", payload: { type: "geojson", source: { data: square(...SOLOTHURN) } } }],
    ["payload", wms("a", { visible: "yes" })],
    ["payload", wms("  ")],
    ["place", pin("p", [7.5, 470])],
    ["unknown", { type: "explode", payload: {} }],
    ["payload", null],
  ] as const)("%s", (refused, action) => {
    expect(read(action)).toEqual({ refused });
  });
});
