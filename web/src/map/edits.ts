/** What a person does to the map by hand: order, visibility, taking away and putting back. Pure, like the commands. */
import type { MapState } from "./state.ts";
import type { Layer, Marker } from "./things.ts";

/** What was taken away, and where it lay; with an area goes all that marks the same. */
export type Gone = (
  | { readonly kind: "layer"; readonly thing: Layer; readonly at: number }
  | { readonly kind: "marker"; readonly thing: Marker; readonly at: number }
) & { readonly namesakes?: readonly Gone[] };

/** The maps of the table of contents, the topmost first. */
export function contents(state: MapState): readonly Layer[] {
  return state.layers.filter(({ temporary }) => !temporary).toReversed();
}

/** What is lit up for the moment, the newest first; what two documents lit up is one thing. */
export function highlights(state: MapState): readonly Layer[] {
  const lit = state.layers.filter(({ temporary }) => temporary).toReversed();
  return lit.filter((one, at) => !lit.slice(0, at).some((newer) => isNamesake(newer, one)));
}

/** The markers of what no area stands for that has the same name. */
export function pins(state: MapState): readonly Marker[] {
  return state.markers.filter((one) => !state.layers.some((area) => area.temporary && isNamesake(area, one)));
}

/** The markers that are drawn: an area needs none of its own when another lies in it, as that of its house. */
export function stuck(state: MapState): readonly Marker[] {
  const places = pins(state);
  const lit = state.layers.flatMap(({ temporary, label, source }) =>
    temporary && source.kind === "geojson" ? [{ label, extent: source.extent }] : [],
  );
  const isMarked = (label: string): boolean =>
    lit.some(
      ({ label: name, extent: [west, south, east, north] }) =>
        name === label && places.some(({ coord: [x, y] }) => west <= x && x <= east && south <= y && y <= north),
    );
  return state.markers.filter((one) => places.includes(one) || !isMarked(one.label));
}

function isNamesake(one: Layer, other: Layer | Marker): boolean {
  return one.label !== "" && one.label === other.label;
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
  if (kind === "marker") return marker ? { kind, thing: marker, at } : null;
  if (!layer?.temporary) return layer ? { kind, thing: layer, at } : null;
  const areas = state.layers.flatMap((thing, at): Gone[] =>
    thing !== layer && thing.temporary && isNamesake(layer, thing) ? [{ kind, thing, at }] : [],
  );
  const places = state.markers.flatMap((thing, at): Gone[] =>
    isNamesake(layer, thing) ? [{ kind: "marker", thing, at }] : [],
  );
  return { kind, thing: layer, at, namesakes: [...areas, ...places] };
}

export function without(state: MapState, gone: Gone): MapState {
  const ids = [gone, ...(gone.namesakes ?? [])].map(({ kind, thing }) => `${kind} ${thing.id}`);
  return {
    ...state,
    layers: state.layers.filter(({ id }) => !ids.includes(`layer ${id}`)),
    markers: state.markers.filter(({ id }) => !ids.includes(`marker ${id}`)),
  };
}

/** Puts back what was taken away, unless something of its name has come in the meantime. */
export function restored(state: MapState, gone: Gone): MapState {
  const all = [gone, ...(gone.namesakes ?? [])].toSorted((one, other) => one.at - other.at);
  return all.reduce<MapState>(
    (map, one) =>
      one.kind === "layer"
        ? { ...map, layers: inserted(map.layers, one.thing, one.at) }
        : { ...map, markers: inserted(map.markers, one.thing, one.at) },
    state,
  );
}

function inserted<T extends { readonly id: string }>(list: readonly T[], one: T, at: number): readonly T[] {
  return list.some(({ id }) => id === one.id) ? list : list.toSpliced(Math.min(at, list.length), 0, one);
}
