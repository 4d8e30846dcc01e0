/** Draws a map with OpenLayers; this folder alone knows the library, and is loaded when the first map is shown. */
import { focus } from "ol/events/condition.js";
import { DoubleClickZoom, DragPan, MouseWheelZoom, PinchZoom } from "ol/interaction.js";
import Kinetic from "ol/Kinetic.js";
import OlMap from "ol/Map.js";
import { get as projection } from "ol/proj.js";
import { register } from "ol/proj/proj4.js";
import View from "ol/View.js";
import proj4 from "proj4";
import type { Canvas, Listener, Place, Sight } from "../canvas.ts";
import { sightOf } from "../fit.ts";
import type { Ground } from "../ground.ts";
import { bounded, BOUNDS, CLOSEST, FURTHEST, LV95, START } from "../lv95.ts";
import type { MapState } from "../state.ts";
import type { View as Wanted } from "../things.ts";
import { Below } from "./below.ts";
import { coloursAt, faceAt, watchColours } from "./palette.ts";
import { Sheets } from "./sheets.ts";
import type { Look } from "./styles.ts";

const MOVING = 350;
const ZOOMING = 150;
/** A browser that shows another tab draws nothing: who waits for a movement is let go after this. */
const PATIENCE = 300;
/** What a sheet has room for in the width, and what `with-map.css` gives the frame on paper. */
const PAPER = [640, 420];

class Drawing implements Canvas {
  readonly #view = viewOf();
  readonly #map: OlMap;
  readonly #sheets: Sheets;
  readonly #below: Below;
  readonly #unwatch: () => void;
  readonly #listener: Listener;
  readonly #target: HTMLElement;
  /** Where to look as soon as there is a size; null when that was done. */
  #owed: readonly [Wanted, number] | null = null;

  constructor(place: Place) {
    const { target, server, listener } = place;
    [this.#listener, this.#target] = [listener, target];
    this.#map = new OlMap({ target, view: this.#view, controls: [], interactions: interactions() });
    const look = lookAt(target);
    this.#sheets = new Sheets(this.#map, server, listener, look);
    this.#below = new Below(this.#map, place, look);
    this.#unwatch = watchColours(() => this.#restyle(lookAt(target)));
    this.#map.on("moveend", () => listener.moved(this.#sight()));
    this.#map.on("change:size", () => this.#pay());
    window.addEventListener("beforeprint", this.#print);
    window.addEventListener("afterprint", this.#printed);
  }

  draw(state: MapState, preview: MapState): void {
    this.#sheets.draw(state, preview);
  }

  ground(ground: Ground, live: boolean): void {
    this.#below.show(ground, live);
    // The coat of paint hangs on the frame, which is drawn a moment later.
    requestAnimationFrame(() => this.#restyle(lookAt(this.#target)));
  }

  async look(view: Wanted, overlay: number, smoothly: boolean): Promise<Sight> {
    const [width = 0, height = 0] = this.#map.getSize() ?? [];
    this.#owed = width > 0 && height > 0 ? null : [view, overlay];
    const sight = sightOf(view, this.#sight().resolution, [width || 1, height || 1], overlay);
    this.#view.cancelAnimations();
    if (smoothly && !document.hidden && !isStill()) await this.#glide(sight, MOVING);
    else this.#place(sight);
    return sight;
  }

  pan(right: number, down: number): void {
    const { resolution } = this.#sight();
    this.#view.cancelAnimations();
    this.#view.adjustCenter([right * resolution, -down * resolution]);
  }

  zoom(steps: number): void {
    const { center, resolution } = this.#sight();
    const isMoving = this.#view.getAnimating();
    this.#view.cancelAnimations();
    const sight = { center, resolution: bounded(resolution / 2 ** steps) };
    if (isMoving || isStill()) this.#place(sight);
    else void this.#glide(sight, ZOOMING);
  }

  close(): void {
    window.removeEventListener("beforeprint", this.#print);
    window.removeEventListener("afterprint", this.#printed);
    this.#unwatch();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  /** Paper has another size than the window: the map is drawn anew for it, around the same middle. */
  readonly #print = (): void => {
    this.#map.setSize(PAPER);
    this.#map.renderSync();
  };

  readonly #printed = (): void => this.#map.updateSize();

  #sight(): Sight {
    const [east = 0, north = 0] = this.#view.getCenter() ?? [];
    return { center: [east, north], resolution: this.#view.getResolution() ?? START.resolution };
  }

  #place({ center, resolution }: Sight): void {
    this.#view.setCenter([...center]);
    this.#view.setResolution(resolution);
    // A movement to where one is ends nowhere, and nobody would be told.
    this.#listener.moved(this.#sight());
  }

  #glide({ center, resolution }: Sight, duration: number): Promise<void> {
    return new Promise((done) => {
      const late = window.setTimeout(done, duration + PATIENCE);
      this.#view.animate({ center: [...center], resolution, duration }, () => {
        window.clearTimeout(late);
        done();
      });
    });
  }

  #pay(): void {
    if (this.#owed) void this.look(...this.#owed, false);
  }

  #restyle(look: Look): void {
    this.#sheets.restyle(look);
    this.#below.restyle(look);
  }
}

export function open(place: Place): Canvas {
  register(proj4);
  projection(LV95)?.setExtent([...BOUNDS]);
  return new Drawing(place);
}

function viewOf(): View {
  return new View({
    projection: LV95,
    center: [...START.center],
    resolution: START.resolution,
    minResolution: CLOSEST,
    maxResolution: FURTHEST,
    extent: [...BOUNDS],
    constrainOnlyCenter: true,
    enableRotation: false,
    multiWorld: true,
  });
}

function interactions(): (DragPan | DoubleClickZoom | PinchZoom | MouseWheelZoom)[] {
  const still = isStill();
  return [
    new DragPan(still ? {} : { kinetic: new Kinetic(-0.005, 0.05, 100) }),
    new DoubleClickZoom({ duration: still ? 0 : ZOOMING }),
    new PinchZoom({ duration: still ? 0 : ZOOMING }),
    // The wheel scrolls the page until somebody is at the map: nobody is caught in it by scrolling past.
    new MouseWheelZoom({ condition: focus, duration: still ? 0 : ZOOMING }),
  ];
}

function isStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function lookAt(place: HTMLElement): Look {
  return { colours: coloursAt(place), face: faceAt(place) };
}
