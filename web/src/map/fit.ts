/** Where the map must stand so that a view is seen beside what covers its left side. Arithmetic only. */
import type { Sight } from "./canvas.ts";
import { bounded } from "./lv95.ts";
import type { View } from "./things.ts";

/** Pixels left free around an extent. */
const PADDING = 24;
/** Closer than this nothing is fitted: a lamp post does not fill a screen. */
const CLOSEST_FIT = 0.2;
/** An overlay that covers more of the map than this leaves no room beside it, and is not minded. */
const MOST_COVERED = 0.7;

/** The middle of the whole drawing and its metres a pixel; `now` is what it has without a word on that in the view. */
export function sightOf(view: View, now: number, [width, height]: readonly [number, number], overlay: number): Sight {
  const covered = overlay > 0 && overlay < width * MOST_COVERED ? overlay : 0;
  const resolution = view.extent ? fitting(view.extent, width - covered, height) : bounded(view.resolution ?? now);
  const [east, north] = view.center;
  return { center: [east - (covered / 2) * resolution, north], resolution };
}

function fitting(
  [west, south, east, north]: readonly [number, number, number, number],
  width: number,
  height: number,
): number {
  const [wide, high] = [Math.max(1, width - 2 * PADDING), Math.max(1, height - 2 * PADDING)];
  return bounded(Math.max(CLOSEST_FIT, (east - west) / wide, (north - south) / high));
}
