/** Reads a command as it came: either it can be carried out as it stands, or there is a reason why it can't. */
import { isObject, type JsonObject, objectOf, textOf } from "../transport/json.ts";
import { ADDRESS_ZOOM, bounded, cutOff, type Extent, gridOf, LV95, type Point, resolutionAt, toLv95 } from "./lv95.ts";
import { pointOf } from "./shapes.ts";
import { sourceOf } from "./sources.ts";
import { type Command, isRefusal, type Reason, type Refusal, type View } from "./things.ts";

const MOST_ID = 300;
const MOST_LABEL = 300;
const DEEPEST_ZOOM = 28;

/** What the command asks for, checked. */
export function read(raw: unknown): Command | Refusal {
  if (!isObject(raw)) return no("payload");
  const payload = objectOf(raw["payload"]);
  switch (raw["type"]) {
    case "setView":
      return viewOf(payload);
    case "addMarker":
      return markerOf(payload);
    case "addLayer":
      return layerOf(payload);
    case "removeMarker":
    case "removeLayer":
      return withId(payload, (id) => ({ type: raw["type"] as "removeMarker" | "removeLayer", id }));
    case "setLayerVisibility": {
      const { visible } = payload;
      if (typeof visible !== "boolean") return no("payload");
      return withId(payload, (id) => ({ type: "setLayerVisibility", id, visible }));
    }
    case "clearMap":
      return { type: "clearMap" };
    default:
      return no("unknown");
  }
}

function no(refused: Reason): Refusal {
  return { refused };
}

function withId(payload: JsonObject, make: (id: string) => Command | Refusal): Command | Refusal {
  const id = textOf(payload["id"]);
  return id.trim() !== "" && id.length <= MOST_ID ? make(id) : no("payload");
}

function labelOf(payload: JsonObject): string {
  return textOf(payload["label"]).trim().slice(0, MOST_LABEL);
}

function markerOf(payload: JsonObject): Command | Refusal {
  const coord = placeOf(payload["coord"], payload["crs"]);
  if (isRefusal(coord)) return coord;
  const style = textOf(payload["style"]) || "pin-default";
  return withId(payload, (id) => ({ type: "addMarker", marker: { id, coord, style, label: labelOf(payload) } }));
}

function layerOf(payload: JsonObject): Command | Refusal {
  const { visible, type } = payload;
  if (visible !== undefined && typeof visible !== "boolean") return no("payload");
  return withId(payload, (id) => {
    const raw = objectOf(payload["source"]);
    const source = sourceOf(textOf(type), raw, id);
    if (isRefusal(source)) return source;
    const temporary = source.kind === "geojson" && raw["style"] !== undefined && raw["style"] !== "layer";
    const label = labelOf(payload) || id;
    return { type: "addLayer", layer: { id, label, visible: visible !== false, temporary, source } };
  });
}

function viewOf(payload: JsonObject): Command | Refusal {
  const { extent, center, crs } = payload;
  if (extent !== undefined && extent !== null) {
    const box = extentOf(extent, crs);
    if (isRefusal(box)) return box;
    const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    // A place without a size is looked at like an address: fitting it would go to the ground.
    if (box[0] === box[2] && box[1] === box[3]) return seen(middle, resolutionAt(ADDRESS_ZOOM, middle), null);
    return seen(middle, null, box);
  }
  const point = placeOf(center, crs);
  if (isRefusal(point)) return point;
  const { zoom, resolution } = payload;
  if (resolution !== undefined && resolution !== null) {
    return isNumber(resolution) && resolution > 0 ? seen(point, bounded(resolution), null) : no("payload");
  }
  if (zoom === undefined || zoom === null) return seen(point, null, null);
  return isNumber(zoom) && zoom >= 0 && zoom <= DEEPEST_ZOOM
    ? seen(point, resolutionAt(zoom, point), null)
    : no("payload");
}

function seen(center: View["center"], resolution: number | null, extent: Extent | null): Command {
  return { type: "setView", view: { center, resolution, extent } };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function placeOf(raw: unknown, crs: unknown): Point | Refusal {
  const grid = crs === undefined || crs === null ? LV95 : gridOf(textOf(crs));
  if (!grid) return no("crs");
  const point = pointOf(raw);
  return point ? (toLv95(point, grid) ?? no("place")) : no("payload");
}

function extentOf(raw: unknown, crs: unknown): Extent | Refusal {
  if (!Array.isArray(raw) || raw.length !== 4) return no("payload");
  const [low, high] = [cornerOf(raw.slice(0, 2), crs), cornerOf(raw.slice(2), crs)];
  if (isRefusal(low)) return low;
  if (isRefusal(high)) return high;
  return [Math.min(low[0], high[0]), Math.min(low[1], high[1]), Math.max(low[0], high[0]), Math.max(low[1], high[1])];
}

/** An extent around something at the border reaches over it a little: that part is cut off. */
function cornerOf(raw: unknown, crs: unknown): Point | Refusal {
  const corner = placeOf(raw, crs);
  const point = pointOf(raw);
  return isRefusal(corner) && corner.refused === "place" && point ? (cutOff(point) ?? corner) : corner;
}
