/** What can be on a map and what can be asked of it: the words that the fold, the list and the drawing share. */
import type { JsonObject } from "../transport/json.ts";
import type { Extent, Point } from "./lv95.ts";

/** A command as it comes from an assistant. Nothing in it is believed before `read` has looked. */
export interface MapAction {
  readonly type: string;
  readonly payload: JsonObject;
}

/** Where to look. An extent wins over the centre; without a resolution the one there is stays. */
export interface View {
  readonly center: Point;
  readonly resolution: number | null;
  readonly extent: Extent | null;
}

export interface Marker {
  readonly id: string;
  readonly coord: Point;
  readonly style: string;
  readonly label: string;
}

export interface WmsSource {
  readonly kind: "wms";
  readonly url: string;
  readonly layers: string;
  readonly version: string;
  readonly format: string;
  readonly transparent: boolean;
  /** Whom it is from, in the words of the house; "" when the source does not say. */
  readonly credit: string;
}

export interface WmtsSource {
  readonly kind: "wmts";
  readonly url: string;
  readonly layer: string;
  readonly matrixSet: string;
  readonly format: string;
  readonly style: string;
  readonly origin: Point;
  readonly resolutions: readonly number[];
  readonly credit: string;
}

export interface Shape {
  readonly label: string;
  readonly geometry: Geometry;
}

export interface Geometry {
  readonly type: "Point" | "MultiPoint" | "LineString" | "MultiLineString" | "Polygon" | "MultiPolygon";
  readonly coordinates: readonly unknown[];
}

/** Shapes that came with the command, in LV95 and counted. */
export interface ShapeSource {
  readonly kind: "geojson";
  readonly shapes: readonly Shape[];
  readonly extent: Extent;
}

export type Source = WmsSource | WmtsSource | ShapeSource;

export interface Layer {
  readonly id: string;
  readonly label: string;
  readonly visible: boolean;
  /** Lights something up for the moment: above the maps, and not in their table of contents. */
  readonly temporary: boolean;
  readonly source: Source;
}

/** A command that can be carried out. */
export type Command =
  | { readonly type: "setView"; readonly view: View }
  | { readonly type: "addMarker"; readonly marker: Marker }
  | { readonly type: "removeMarker"; readonly id: string }
  | { readonly type: "addLayer"; readonly layer: Layer }
  | { readonly type: "removeLayer"; readonly id: string }
  | { readonly type: "setLayerVisibility"; readonly id: string; readonly visible: boolean }
  | { readonly type: "clearMap" };

/** Why a command was left out; each has its words, `map.why.REASON`. */
export type Reason = "unknown" | "payload" | "place" | "crs" | "address" | "kind" | "large" | "absent";

export interface Refusal {
  readonly refused: Reason;
}

/** A command that was left out. */
export interface Skipped {
  readonly type: string;
  readonly reason: Reason;
}

export function isRefusal(value: object): value is Refusal {
  return "refused" in value;
}
