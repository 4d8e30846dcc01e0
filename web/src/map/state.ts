/** What is on the map, folded from the commands so far. Knows nothing of drawing: the list beside the map comes from here. */
import { isObject, textOf } from "../transport/json.ts";
import { read } from "./actions.ts";
import { type Command, isRefusal, type Layer, type Marker, type Reason, type Skipped, type View } from "./things.ts";

export interface MapState {
  /** Where a command looked last; null before any did. */
  readonly view: View | null;
  /** From the ground up. */
  readonly layers: readonly Layer[];
  readonly markers: readonly Marker[];
  readonly skipped: readonly Skipped[];
}

export const EMPTY: MapState = { view: null, layers: [], markers: [], skipped: [] };

const MOST_LAYERS = 100;
const MOST_MARKERS = 500;
const MOST_SKIPPED = 100;

/** Everything the commands leave on the map, those that can't be carried out apart. */
export function mapState(actions: readonly unknown[]): MapState {
  return actions.reduce<MapState>(applied, EMPTY);
}

/** The map after one more command. */
export function applied(state: MapState, raw: unknown): MapState {
  const command = read(raw);
  if (isRefusal(command)) return left(state, raw, command.refused);
  const refused = tooMuch(state, command);
  return refused ? left(state, raw, refused) : after(state, command);
}

/** A preview of commands: what they would add, and nothing else. */
export function previewed(actions: readonly unknown[]): MapState {
  return mapState(
    actions.filter((one) => isObject(one) && (one["type"] === "addMarker" || one["type"] === "addLayer")),
  );
}

function after(state: MapState, command: Command): MapState {
  switch (command.type) {
    case "setView":
      return { ...state, view: command.view };
    case "addMarker":
      return { ...state, markers: put(state.markers, command.marker) };
    case "removeMarker":
      return { ...state, markers: state.markers.filter(({ id }) => id !== command.id) };
    case "addLayer":
      return { ...state, layers: put(state.layers, command.layer) };
    case "removeLayer":
      return { ...state, layers: state.layers.filter(({ id }) => id !== command.id) };
    case "setLayerVisibility":
      return {
        ...state,
        layers: state.layers.map((one) => (one.id === command.id ? { ...one, visible: command.visible } : one)),
      };
    case "clearMap":
      return { ...state, layers: [], markers: [] };
  }
}

/** Replaced where it lies, or on top. */
function put<T extends { readonly id: string }>(list: readonly T[], one: T): readonly T[] {
  const at = list.findIndex(({ id }) => id === one.id);
  return at < 0 ? [...list, one] : list.with(at, one);
}

function tooMuch(state: MapState, command: Command): Reason | null {
  switch (command.type) {
    case "addLayer":
      return isFull(state.layers, command.layer.id, MOST_LAYERS);
    case "addMarker":
      return isFull(state.markers, command.marker.id, MOST_MARKERS);
    case "setLayerVisibility":
      return state.layers.some(({ id }) => id === command.id) ? null : "absent";
    default:
      return null;
  }
}

function isFull(list: readonly { readonly id: string }[], id: string, most: number): Reason | null {
  return list.length >= most && !list.some((one) => one.id === id) ? "large" : null;
}

function left(state: MapState, raw: unknown, reason: Reason): MapState {
  const type = isObject(raw) ? textOf(raw["type"]).slice(0, 60) : "";
  return { ...state, skipped: [...state.skipped, { type, reason }].slice(-MOST_SKIPPED) };
}
