/** The scale of the map: as a bar with a round length, and as one to so many. */
import { grouped } from "./lv95.ts";

export interface Bar {
  readonly pixels: number;
  readonly words: string;
}

/** The longest bar of 1, 2 or 5 times a power of ten metres that is no wider than `most` pixels. */
export function barOf(resolution: number, most = 110): Bar {
  const widest = resolution * most;
  const ten = 10 ** Math.floor(Math.log10(widest));
  const metres = [5, 2, 1].map((times) => times * ten).find((length) => length <= widest) ?? ten;
  const words = metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`;
  return { pixels: Math.round(metres / resolution), words };
}

/** One to so many, to two digits; a pixel is taken as 0.28 mm wide, as map services do. */
export function scaleOf(resolution: number): string {
  return grouped(Number((resolution / 0.000_28).toPrecision(2)));
}
