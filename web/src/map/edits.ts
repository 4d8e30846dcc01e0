/** What a person does to the map by hand: order, visibility, taking away and putting back. Pure, like the commands. */
import type { MapState } from "./state.ts";
import type { Layer, Marker } from "./things.ts";

/** What was taken away, and where it lay. */
export type Gone =
  | { readonly kind: "layer"; readonly thing: Layer; readonly at: number }
  | { readonly kind: "marker"; readonly thing: Marker; readonly at: number };

/** The maps of the table of contents, the topmost first. */
export function contents(state: MapState): readonly Layer[] {
  return state.layers.filter(({ temporary }) => !temporary).toReversed();
}

/** What is lit up for the moment, the newest first. */
export function highlights(state: MapState): readonly Layer[] {
  return state.layers.filter(({ temporary }) => temporary).toReversed();
}

/** One map up (1) or down (-1) among the maps; at the end it stays. */
export function moved(state: MapState, id: string, step: 1 | -1): MapState {
  const { layers } = state;
  const from = layers.findIndex((one) => one.id === id);
  const layer = layers[from];
  if (!layer) return state;
  let to = from + step;
  while (layers[to]?.temporary) to += step;
  const other = layers[to];
  return other ? { ...state, layers: layers.with(from, other).with(to, layer) } : state;
}

export function shown(state: MapState, id: string, visible: boolean): MapState {
  return { ...state, layers: state.layers.map((one) => (one.id === id ? { ...one, visible } : one)) };
}

/** Where a layer or a marker lies, so that it can be put back; null when there is none of that name. */
export function found(state: MapState, kind: Gone["kind"], id: string): Gone | null {
  const at = (kind === "layer" ? state.layers : state.markers).findIndex((one) => one.id === id);
  const [layer, marker] = [state.layers[at], state.markers[at]];
  if (kind === "layer") return layer ? { kind, thing: layer, at } : null;
  return marker ? { kind, thing: marker, at } : null;
}

export function without(state: MapState, gone: Gone): MapState {
  const rest = <T extends { readonly id: string }>(list: readonly T[]): readonly T[] =>
    list.filter(({ id }) => id !== gone.thing.id);
  return gone.kind === "layer" ? { ...state, layers: rest(state.layers) } : { ...state, markers: rest(state.markers) };
}

/** Puts back what was taken away, unless something of its name has come in the meantime. */
export function restored(state: MapState, gone: Gone): MapState {
  if (gone.kind === "layer") return { ...state, layers: inserted(state.layers, gone.thing, gone.at) };
  return { ...state, markers: inserted(state.markers, gone.thing, gone.at) };
}

function inserted<T extends { readonly id: string }>(list: readonly T[], one: T, at: number): readonly T[] {
  return list.some(({ id }) => id === one.id) ? list : list.toSpliced(Math.min(at, list.length), 0, one);
}
