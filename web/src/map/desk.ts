/** What goes on at one map: commands, what a person does by hand, what the drawing reports. The element only shows it. */
import { Changes } from "../state/changes.ts";
import type { Canvas, Listener, Open, Place, Sight } from "./canvas.ts";
import { found, type Gone, moved, restored, shown, without } from "./edits.ts";
import { chosenGround, type Ground, keepGround, shownGround } from "./ground.ts";
import { ADDRESS_ZOOM, resolutionAt, START } from "./lv95.ts";
import { Player, type Stage } from "./player.ts";
import { EMPTY, type MapState, previewed } from "./state.ts";
import type { Skipped, View } from "./things.ts";

/** What the world outside is told, by the names of the element's events. */
export interface News {
  readonly unknown: Skipped;
  readonly changed: MapState;
  readonly moved: Sight;
  readonly failed: { readonly id: string | null };
}

export type Tell = <Name extends keyof News>(name: Name, detail: News[Name]) => void;

const HOME: View = { center: START.center, resolution: START.resolution, extent: null };

export class Desk extends Changes implements Stage, Listener {
  readonly failed = new Set<string | null>();
  readonly #player = new Player(this);
  canvas: Canvas | null = null;
  ground: Ground = chosenGround();
  live = false;
  overlay = 0;
  /** No land is shipped here: without the live background there is none to choose. */
  barren = false;
  /** The last thing that was taken away by hand, for as long as it can come back. */
  gone: Gone | null = null;
  sight: Sight | null = null;
  /** Where a command, or a word of the list, has moved the map last; null before. Keys and hands are not told. */
  arrived: { readonly view: View; readonly sight: Sight } | null = null;
  #preview = EMPTY;

  constructor(private readonly tell: Tell) {
    super();
    this.#player.subscribe(() => this.#drawn());
  }

  get state(): MapState {
    return this.#player.state;
  }

  /** Draws into an element from now on. */
  open(open: Open, place: Omit<Place, "listener">): void {
    this.canvas = open({ ...place, listener: this });
    this.canvas.ground(shownGround(this.ground, this.live), this.live);
    this.canvas.draw(this.state, this.#preview);
    void this.look(this.state.view, false);
  }

  close(): void {
    this.canvas?.close();
    this.canvas = null;
  }

  take(actions: readonly unknown[], atOnce: boolean): void {
    this.#player.take(actions, atOnce);
  }

  preview(actions: readonly unknown[]): void {
    this.#preview = actions.length === 0 ? EMPTY : previewed(actions);
    this.canvas?.draw(this.state, this.#preview);
  }

  light(live: boolean): void {
    this.live = live;
    this.failed.delete(null);
    this.canvas?.ground(shownGround(this.ground, live), live);
  }

  choose(ground: Ground): void {
    this.ground = ground;
    keepGround(ground);
    this.light(this.live);
    this.changed();
  }

  see(id: string, visible: boolean): void {
    this.#player.edit((state) => shown(state, id, visible));
  }

  move(id: string, step: 1 | -1): void {
    this.#player.edit((state) => moved(state, id, step));
  }

  remove(kind: Gone["kind"], id: string): void {
    const gone = found(this.state, kind, id);
    if (!gone) return;
    this.gone = gone;
    this.#player.edit((state) => without(state, gone));
  }

  undo(): void {
    const { gone } = this;
    this.gone = null;
    if (gone) this.#player.edit((state) => restored(state, gone));
  }

  /** Looks at a marker or an area and makes it visible; false when nothing of that name is on the map. */
  show(id: string): boolean {
    const { markers, layers } = this.state;
    const marker = markers.find((one) => one.id === id);
    const layer = layers.find((one) => one.id === id);
    if (layer && !layer.visible) this.see(id, true);
    if (marker) void this.look(this.#closeTo(marker.coord), true);
    else if (layer?.source.kind === "geojson") {
      const { extent } = layer.source;
      const center = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2] as const;
      const isPoint = extent[0] === extent[2] && extent[1] === extent[3];
      void this.look(isPoint ? this.#closeTo(center) : { center, extent, resolution: null }, true);
    }
    return marker !== undefined || layer !== undefined;
  }

  async look(view: View | null, smoothly: boolean): Promise<void> {
    if (!this.canvas) return;
    const sight = await this.canvas.look(view ?? HOME, this.overlay, smoothly);
    if (view) this.arrived = { view, sight };
    this.changed();
  }

  skipped(one: Skipped): void {
    console.warn(`The map skipped "${one.type}": ${one.reason}`);
    this.tell("unknown", one);
  }

  moved(sight: Sight): void {
    this.sight = sight;
    this.tell("moved", sight);
    this.changed();
  }

  loaded(id: string | null, well: boolean): void {
    if (well === !this.failed.has(id)) return;
    if (well) this.failed.delete(id);
    else {
      this.failed.add(id);
      this.tell("failed", { id });
    }
    this.changed();
  }

  bare(): void {
    this.barren = true;
    this.changed();
  }

  #closeTo(center: View["center"]): View {
    const close = resolutionAt(ADDRESS_ZOOM, center);
    return { center, extent: null, resolution: Math.min(close, this.sight?.resolution ?? close) };
  }

  #drawn(): void {
    for (const id of this.failed) {
      if (id !== null && !this.state.layers.some((one) => one.id === id)) this.failed.delete(id);
    }
    this.canvas?.draw(this.state, this.#preview);
    this.tell("changed", this.state);
    this.changed();
  }
}
