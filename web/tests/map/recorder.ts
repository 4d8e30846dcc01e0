/** A canvas that writes down what it is asked for, and arrives when it is told to: everything of the map but the drawing. */
import type { Canvas, Place, Sight } from "../../src/map/canvas.ts";
import type { Ground } from "../../src/map/ground.ts";
import type { MapState } from "../../src/map/state.ts";
import type { View } from "../../src/map/things.ts";

export class Recorder implements Canvas {
  readonly told: string[] = [];
  state: MapState | null = null;
  hinted: MapState | null = null;
  views: View[] = [];
  /** Movements that are under way. */
  arrivals: (() => void)[] = [];
  slow = false;

  constructor(readonly place: Place) {}

  draw(state: MapState, preview: MapState): void {
    this.state = state;
    this.hinted = preview;
  }

  ground(ground: Ground, live: boolean): void {
    this.told.push(`ground ${ground}${live ? " live" : ""}`);
  }

  async look(view: View, overlay: number, smoothly: boolean): Promise<Sight> {
    this.views.push(view);
    this.told.push(`look ${view.center.join(",")} ${overlay} ${smoothly ? "smoothly" : "at once"}`);
    const sight = { center: view.center, resolution: view.resolution ?? 1 };
    if (smoothly && this.slow) await new Promise<void>((done) => this.arrivals.push(done));
    this.place.listener.moved(sight);
    return sight;
  }

  pan(right: number, down: number): void {
    this.told.push(`pan ${right} ${down}`);
  }

  zoom(steps: number): void {
    this.told.push(`zoom ${steps}`);
  }

  close(): void {
    this.told.push("close");
  }
}
