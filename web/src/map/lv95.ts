/** Places in the Swiss national grid LV95: where it is valid, from and to other grids, and what a zoom means in it. */
import proj4 from "proj4";

export const LV95 = "EPSG:2056";

const SOMERC = "+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +ellps=bessel +units=m +no_defs";
const SHIFT = "+towgs84=674.374,15.056,405.346,0,0,0,0";
proj4.defs(LV95, `${SOMERC} ${SHIFT} +x_0=2600000 +y_0=1200000`);
proj4.defs("EPSG:21781", `${SOMERC} ${SHIFT} +x_0=600000 +y_0=200000`);

/** East and north, in metres. */
export type Point = readonly [number, number];
/** West, south, east, north. */
export type Extent = readonly [number, number, number, number];

/** Where the grid is valid. */
export const BOUNDS: Extent = [2_485_000, 1_075_000, 2_834_000, 1_296_000];
/** What a map shows before anything was said: the canton of Solothurn. */
export const START = { center: [2_606_500, 1_237_000], resolution: 50 } as const;
/** How close and how far a map goes, in metres a pixel. */
export const CLOSEST = 0.05;
export const FURTHEST = 1000;
/** Of a place one is sent to without a zoom, as on web maps. */
export const ADDRESS_ZOOM = 17;

const KNOWN: Readonly<Record<string, string>> = {
  "2056": LV95,
  LV95,
  "21781": "EPSG:21781",
  LV03: "EPSG:21781",
  "4326": "EPSG:4326",
  CRS84: "EPSG:4326",
  WGS84: "EPSG:4326",
  "3857": "EPSG:3857",
};
/** Metres a pixel of web maps at zoom 0 on the equator. */
const EQUATOR = 156_543.033_92;

export function isWithin([east, north]: Point): boolean {
  return east >= BOUNDS[0] && east <= BOUNDS[2] && north >= BOUNDS[1] && north <= BOUNDS[3];
}

/** A place just outside, moved to the border; null for one that is further away than a canton is wide. */
export function cutOff([east, north]: Point): Point | null {
  const cut: Point = [Math.min(BOUNDS[2], Math.max(BOUNDS[0], east)), Math.min(BOUNDS[3], Math.max(BOUNDS[1], north))];
  return Math.hypot(cut[0] - east, cut[1] - north) <= 60_000 ? cut : null;
}

/** The name of a grid as we use it, from `EPSG:2056`, `urn:ogc:def:crs:EPSG::2056` and the like; null for others. */
export function gridOf(name: string): string | null {
  const last = name.trim().split(/[:/]/).at(-1)?.toUpperCase() ?? "";
  return Object.hasOwn(KNOWN, last) ? (KNOWN[last] ?? null) : null;
}

/** The place in LV95; swapped axes and the old grid are put right; null for what lies outside. */
export function toLv95([x, y]: Point, grid: string = LV95): Point | null {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  const ways: readonly [string, Point][] = [
    [grid, [x, y]],
    [grid, [y, x]],
    ["EPSG:21781", [x, y]],
    ["EPSG:21781", [y, x]],
  ];
  for (const [from, point] of ways) {
    const there = from === LV95 ? point : converted(from, point);
    if (there && isWithin(there)) return there;
  }
  return null;
}

/** Longitude and latitude. */
export function toWgs84(point: Point): Point {
  const [longitude = 0, latitude = 0] = proj4(LV95, "EPSG:4326", [...point]);
  return [longitude, latitude];
}

/** Metres a pixel of a web map's zoom at this place. The grid has no zooms of its own, so a command's `zoom` means this. */
export function resolutionAt(zoom: number, point: Point): number {
  const [, latitude] = toWgs84(point);
  return bounded((EQUATOR * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom);
}

/** A resolution that the map can show. */
export function bounded(resolution: number): number {
  return Math.min(FURTHEST, Math.max(CLOSEST, resolution));
}

/** As it stands on paper: 2’605’899 / 1’229’278. */
export function written([east, north]: Point): string {
  return `${grouped(east)} / ${grouped(north)}`;
}

/** A whole number with the marks that Swiss maps put between thousands, whatever the browser knows of Switzerland. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, "’");
}

function converted(from: string, point: Point): Point | null {
  if (from === "EPSG:4326" && (Math.abs(point[0]) > 180 || Math.abs(point[1]) > 90)) return null;
  const [east = Number.NaN, north = Number.NaN] = proj4(from, LV95, [...point]);
  return Number.isFinite(east) && Number.isFinite(north) ? [east, north] : null;
}
