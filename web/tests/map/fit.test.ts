/** Where the map stands for a view: beside what covers its left side, with room around, at a scale with a round bar. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { creditsOf } from "../../src/map/credits.ts";
import { sightOf } from "../../src/map/fit.ts";
import { barOf, scaleOf } from "../../src/map/scale.ts";
import { mapState } from "../../src/map/state.ts";
import { SOLOTHURN, wms } from "./samples.ts";

const at = { center: SOLOTHURN, resolution: 2, extent: null };

test("a place comes to lie half of what is covered to the right of the middle", () => {
  expect(sightOf(at, 50, [1000, 600], 400)).toEqual({ center: [2_605_899 - 400, 1_229_278], resolution: 2 });
  expect(sightOf({ ...at, resolution: null }, 50, [1000, 600], 0)).toEqual({ center: SOLOTHURN, resolution: 50 });
});

test("what covers nearly everything is not minded: on a phone it lies elsewhere", () => {
  expect(sightOf(at, 50, [320, 600], 300).center).toEqual(SOLOTHURN);
});

test("an extent is seen whole beside what is covered, with 24 pixels around, and fills what it can", () => {
  const sizes = fc.record({
    wide: fc.integer({ min: 20, max: 90_000 }),
    high: fc.integer({ min: 20, max: 90_000 }),
    width: fc.integer({ min: 400, max: 2500 }),
    height: fc.integer({ min: 200, max: 1500 }),
    overlay: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(sizes, ({ wide, high, width, height, overlay }) => {
      const extent = [2_600_000, 1_220_000, 2_600_000 + wide, 1_220_000 + high] as const;
      const center = [2_600_000 + wide / 2, 1_220_000 + high / 2] as const;
      const { center: middle, resolution } = sightOf({ center, extent, resolution: null }, 1, [width, height], overlay);
      const left = (extent[0] - middle[0]) / resolution + width / 2;
      const right = width / 2 - (extent[2] - middle[0]) / resolution;
      const above = (height - high / resolution) / 2;
      expect(left).toBeGreaterThanOrEqual(overlay + 24 - 1e-6);
      expect(right).toBeGreaterThanOrEqual(24 - 1e-6);
      expect(above).toBeGreaterThanOrEqual(24 - 1e-6);
      const isTight = Math.min(left - overlay, right, above) < 24 + 1e-6;
      expect(isTight || resolution === 0.2).toBe(true);
    }),
  );
});

test("bars are 1, 2 or 5 of something and fit", () => {
  expect([50, 0.8113, 0.1, 1000].map((one) => barOf(one))).toEqual([
    { pixels: 100, words: "5 km" },
    { pixels: 62, words: "50 m" },
    { pixels: 100, words: "10 m" },
    { pixels: 100, words: "100 km" },
  ]);
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 1000, noNaN: true }), (resolution) => {
      const { pixels } = barOf(resolution);
      expect(pixels).toBeGreaterThanOrEqual(43);
      expect(pixels).toBeLessThanOrEqual(110);
    }),
  );
  expect(scaleOf(0.8113)).toBe("2’900");
});

test("whose pictures are on the map is named once, and only of those one sees", () => {
  const state = mapState([
    wms("a", { source: { url: "https://geo.so.ch/api/wms", LAYERS: "a", credit: "© Kanton Solothurn, geo.so.ch" } }),
    wms("b", { source: { url: "https://wms.geo.admin.ch/", LAYERS: "b" } }),
    wms("c", { source: { url: "https://maps.example/wms", LAYERS: "c" }, visible: false }),
    wms("d"),
  ]);
  expect(creditsOf(state, "© Kanton Solothurn, geo.so.ch")).toEqual([
    "© Kanton Solothurn, geo.so.ch",
    "© wms.geo.admin.ch",
  ]);
  expect(creditsOf(state, "")).toHaveLength(2);
});
