/** Reads GeoJSON into shapes in LV95: every coordinate is looked at, counted, and lies in Switzerland. */
import { isObject, listOf, textOf } from "../transport/json.ts";
import { type Extent, gridOf, LV95, type Point, toLv95 } from "./lv95.ts";
import type { Geometry, Reason, Refusal, Shape, ShapeSource } from "./things.ts";

const MOST_POINTS = 50_000;
const MOST_SHAPES = 2000;
/** How deep the coordinates of a geometry lie. */
const DEPTHS: Readonly<Record<Geometry["type"], number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Reads one GeoJSON; what goes wrong is remembered, and the reading goes on to nothing. */
class Reading {
  wrong: Reason | null = null;
  #points = 0;
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;

  constructor(private readonly grid: string) {}

  shapes(data: unknown): Shape[] {
    if (!isObject(data)) return this.#fail("payload");
    if (data["type"] === "FeatureCollection") {
      const features = listOf(data["features"]);
      return features.length > MOST_SHAPES ? this.#fail("large") : features.flatMap((one) => this.#feature(one));
    }
    return data["type"] === "Feature" ? this.#feature(data) : this.#geometries(data, "");
  }

  get extent(): Extent {
    return [this.#west, this.#south, this.#east, this.#north];
  }

  #feature(raw: unknown): Shape[] {
    if (this.wrong) return [];
    if (!isObject(raw) || raw["type"] !== "Feature") return this.#fail("payload");
    const { properties, geometry } = raw;
    const label = isObject(properties) ? textOf(properties["label"] ?? properties["name"]).slice(0, 300) : "";
    return geometry === null ? [] : this.#geometries(geometry, label);
  }

  #geometries(raw: unknown, label: string): Shape[] {
    if (!isObject(raw)) return this.#fail("payload");
    const type = textOf(raw["type"]);
    if (type === "GeometryCollection") {
      return listOf(raw["geometries"]).flatMap((one) =>
        isObject(one) && one["type"] === type ? this.#fail("payload") : this.#geometries(one, label),
      );
    }
    if (!isKind(type)) return this.#fail("payload");
    const coordinates = this.#within(raw["coordinates"], DEPTHS[type]);
    return coordinates ? [{ label, geometry: { type, coordinates } }] : [];
  }

  #within(raw: unknown, depth: number): readonly unknown[] | null {
    if (this.wrong) return null;
    if (depth === 0) return this.#point(raw);
    if (!Array.isArray(raw) || raw.length === 0) return (this.#fail("payload"), null);
    const read: unknown[] = [];
    for (const one of raw as unknown[]) {
      const inner = this.#within(one, depth - 1);
      if (!inner) return null;
      read.push(inner);
    }
    return read;
  }

  #point(raw: unknown): Point | null {
    this.#points += 1;
    const point = pointOf(raw);
    if (this.#points > MOST_POINTS || !point) return (this.#fail(point ? "large" : "payload"), null);
    const there = toLv95(point, this.grid);
    if (!there) return (this.#fail("place"), null);
    this.#west = Math.min(this.#west, there[0]);
    this.#south = Math.min(this.#south, there[1]);
    this.#east = Math.max(this.#east, there[0]);
    this.#north = Math.max(this.#north, there[1]);
    return there;
  }

  #fail(reason: Reason): never[] {
    this.wrong ??= reason;
    return [];
  }
}

/** Two finite numbers, or more of which the first two count; null for anything else. */
export function pointOf(raw: unknown): Point | null {
  if (!Array.isArray(raw) || raw.length < 2 || raw.length > 4) return null;
  const [x, y] = raw as unknown[];
  return Number.isFinite(x) && Number.isFinite(y) ? [x as number, y as number] : null;
}

/** The shapes of a GeoJSON, at least one. Its grid is the one that `crs` names, in the command or in the data. */
export function shapesOf(data: unknown, crs: unknown): ShapeSource | Refusal {
  const named = textOf(crs) || crsInside(data);
  const grid = named ? gridOf(named) : LV95;
  if (!grid) return { refused: "crs" };
  const reading = new Reading(grid);
  const shapes = reading.shapes(data);
  if (reading.wrong) return { refused: reading.wrong };
  return shapes.length > 0 ? { kind: "geojson", shapes, extent: reading.extent } : { refused: "payload" };
}

function crsInside(data: unknown): string {
  const crs = isObject(data) ? data["crs"] : null;
  const properties = isObject(crs) ? crs["properties"] : null;
  return isObject(properties) ? textOf(properties["name"]) : "";
}

function isKind(type: string): type is Geometry["type"] {
  return Object.hasOwn(DEPTHS, type);
}
