/** What the map element wants of whoever draws: a port, so that the element and the list know no drawing library. */
import type { Ground } from "./ground.ts";
import type { Point } from "./lv95.ts";
import type { MapState } from "./state.ts";
import type { View } from "./things.ts";

/** What is in sight: the middle of the whole drawing, and metres a pixel. */
export interface Sight {
  readonly center: Point;
  readonly resolution: number;
}

export interface Listener {
  /** Called when a movement is over, whoever moved. */
  moved(sight: Sight): void;
  /** The pictures of a layer come, or none of them does; null is the background. */
  loaded(id: string | null, well: boolean): void;
  /** There is no land here to lie under the maps. */
  bare(): void;
}

export interface Place {
  readonly target: HTMLElement;
  /** What addresses without a host are put after: the server's own, or "". */
  readonly server: string;
  /** Whether that server is sent the reader's cookie. */
  readonly credentials: RequestCredentials;
  /** Where the land that is shipped lies on that server; "" when it brings none. */
  land(): Promise<string>;
  readonly listener: Listener;
}

export interface Canvas {
  /** Draws what is on the map; what is drawn already stays. */
  draw(state: MapState, preview: MapState): void;
  /** `live` takes the canton's background instead of the one that is shipped. */
  ground(ground: Ground, live: boolean): void;
  /** Goes there and resolves on arrival. `overlay` pixels at the left are covered, so a place comes to lie beside them. */
  look(view: View, overlay: number, smoothly: boolean): Promise<Sight>;
  /** Moves by pixels, comes closer by steps: by key and by button. */
  pan(right: number, down: number): void;
  zoom(steps: number): void;
  close(): void;
}

export type Open = (place: Place) => Canvas;
