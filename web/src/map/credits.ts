/** Whom the map is from: what each layer's source says of itself, or else the host that its pictures come from. */
import { isAllowed } from "./sources.ts";
import type { MapState } from "./state.ts";

/** A line for each house whose pictures are on it; `ground` is that of the background, or "". */
export function creditsOf(state: MapState, ground: string): readonly string[] {
  const lines = state.layers.flatMap(({ visible, source }) =>
    visible && source.kind !== "geojson" ? [source.credit || hostOf(source.url)] : [],
  );
  return [...new Set([ground, ...lines])].filter((line) => line !== "");
}

function hostOf(address: string): string {
  return address.startsWith("https:") && isAllowed(address) ? `© ${new URL(address).hostname}` : "";
}
