/** Whom the map is from: a line for each house whose pictures are on it. */
import { isAllowed } from "./sources.ts";
import type { MapState } from "./state.ts";

const HOUSES: readonly (readonly [string, string])[] = [
  ["geo.so.ch", "© Kanton Solothurn, geo.so.ch"],
  ["geo.admin.ch", "© swisstopo, geo.admin.ch"],
];

/** The hosts of the visible layers by the names of their houses; `ground` is the address of the background's own, or "". */
export function creditsOf(state: MapState, ground: string): readonly string[] {
  const addresses = state.layers.flatMap(({ visible, source }) =>
    visible && source.kind !== "geojson" ? [source.url] : [],
  );
  return [...new Set([ground, ...addresses].flatMap(houseOf))];
}

function houseOf(address: string): string[] {
  if (!address.startsWith("https:") || !isAllowed(address)) return [];
  const { hostname } = new URL(address);
  const known = HOUSES.find(([host]) => hostname === host || hostname.endsWith(`.${host}`));
  return [known ? known[1] : `© ${hostname}`];
}
