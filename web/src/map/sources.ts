/** Reads where the pictures of a layer come from: only from our own server or over https, never from a script. */
import { type JsonObject, listOf, textOf } from "../transport/json.ts";
import { gridOf, LV95 } from "./lv95.ts";
import { pointOf, shapesOf } from "./shapes.ts";
import type { Refusal, Source, WmtsSource } from "./things.ts";

const HERE = "https://here.invalid";
const FORMATS = ["image/png", "image/jpeg", "image/png8", "image/webp"];
/** The canton's grid of tiles in LV95. */
export const CANTON = [4000, 2000, 1000, 500, 250, 100, 50, 20, 10, 5, 2.5, 1, 0.5, 0.25, 0.1];
/** The confederation's. */
const FEDERAL = [
  4000, 3750, 3500, 3250, 3000, 2750, 2500, 2250, 2000, 1750, 1500, 1250, 1000, 750, 650, 500, 250, 100, 50, 20, 10, 5,
  2.5, 2, 1.5, 1, 0.5, 0.25, 0.1,
];
/** The upper left corner of both. */
export const ORIGIN = [2_420_000, 1_350_000] as const;
const MOST_STEPS = 40;
const MOST_CREDIT = 200;

/** Where a layer of this kind comes from; `id` is what it is called when the source does not say. */
export function sourceOf(kind: string, raw: JsonObject, id: string): Source | Refusal {
  switch (kind) {
    case "geojson":
      return shapesOf(raw["data"], raw["crs"]);
    case "wms":
      return wms(raw, id);
    case "wmts":
      return wmts(raw, id);
    default:
      return { refused: "kind" };
  }
}

/** Whether pictures may be asked for there: below our own server, or over https without a name and a password. */
export function isAllowed(address: string): boolean {
  if (address.length > 2000 || /[\s\\\p{Cc}]/u.test(address)) return false;
  if (!URL.canParse(address, HERE)) return false;
  const url = new URL(address, HERE);
  if (address.startsWith("//")) return false;
  if (url.origin === HERE) return address.startsWith("/");
  return url.protocol === "https:" && url.username === "" && url.password === "";
}

/** A name of a service's parameter is written in any case. */
function named(raw: JsonObject, name: string): string {
  const key = Object.keys(raw).find((one) => one.toLowerCase() === name);
  return key ? textOf(raw[key]) : "";
}

function wms(raw: JsonObject, id: string): Source | Refusal {
  const url = named(raw, "url");
  if (!isAllowed(url)) return { refused: "address" };
  if (!isLv95(named(raw, "crs"))) return { refused: "crs" };
  const version = named(raw, "version") === "1.1.1" ? "1.1.1" : "1.3.0";
  const transparent = Object.entries(raw).every(
    ([key, value]) => key.toLowerCase() !== "transparent" || value !== false,
  );
  return {
    kind: "wms",
    url,
    layers: named(raw, "layers") || id,
    version,
    format: formatOf(raw),
    transparent,
    credit: creditOf(raw),
  };
}

function wmts(raw: JsonObject, id: string): WmtsSource | Refusal {
  const url = named(raw, "url");
  if (!isAllowed(url)) return { refused: "address" };
  const matrixSet = named(raw, "matrixset") || "2056";
  if (!isLv95(named(raw, "crs"))) return { refused: "crs" };
  const steps = raw["resolutions"] === undefined ? usual(url) : listOf(raw["resolutions"]);
  const corner = raw["origin"] === undefined ? ORIGIN : pointOf(raw["origin"]);
  if (!corner || !areSteps(steps)) return { refused: "payload" };
  const [layer, style] = [named(raw, "layer") || id, named(raw, "style") || "default"];
  const places = url.replace(/\{z\}/gi, "{TileMatrix}").replace(/\{x\}/gi, "{TileCol}").replace(/\{y\}/gi, "{TileRow}");
  return {
    kind: "wmts",
    url: places,
    layer,
    matrixSet,
    format: formatOf(raw),
    style,
    origin: corner,
    resolutions: steps,
    credit: creditOf(raw),
  };
}

function creditOf(raw: JsonObject): string {
  return named(raw, "credit").slice(0, MOST_CREDIT);
}

function formatOf(raw: JsonObject): string {
  return FORMATS.find((one) => one === named(raw, "format")) ?? "image/png";
}

function isLv95(crs: string): boolean {
  return crs === "" || gridOf(crs) === LV95;
}

function usual(url: string): readonly number[] {
  return url.includes("geo.admin.ch/") ? FEDERAL : CANTON;
}

function areSteps(steps: readonly unknown[]): steps is readonly number[] {
  const fits = (one: unknown, at: number): boolean =>
    typeof one === "number" && Number.isFinite(one) && one > 0 && (at === 0 || one < Number(steps[at - 1]));
  return steps.length > 0 && steps.length <= MOST_STEPS && steps.every(fits);
}
