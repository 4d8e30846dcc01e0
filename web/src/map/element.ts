/**
 * `<loket-map>`: a map that carries out an assistant's commands, and the list of everything on it. Loaded when first shown.
 *
 * Properties: `actions` (the whole list so far), `preview` (shown while it is given), `overlay` (pixels that something covers
 * at the left), `live` (the canton's background instead of the shipped one), `server` (what addresses without a host are put
 * after; the app's own by default), `label`. Its height is the CSS property `--map-height`.
 * Events: `loket-map-unknown` ({type, reason} of a command that was left out), `loket-map-changed` (a MapState),
 * `loket-map-moved` (a Sight), `loket-map-failed` ({id}: no picture of that layer comes; null is the background).
 * `focusItem(id)` looks at a thing; `sight` is what is in sight, also as `data-center` and `data-resolution` of `.map-frame`.
 */
import { ContextConsumer } from "@lit/context";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { iconOf } from "../elements/icons.ts";
import { type Key, LANGUAGES, say, type Values } from "../i18n/words.ts";
import { type App, appContext } from "../state/app.ts";
import type { Canvas, Open, Sight } from "./canvas.ts";
import { contentsOf, type Deeds, nameOf, placeOf } from "./contents.ts";
import { creditsOf } from "./credits.ts";
import { Desk } from "./desk.ts";
import { GROUND, shownGround } from "./ground.ts";
import { START, written } from "./lv95.ts";
import { barOf, scaleOf } from "./scale.ts";
import type { MapAction } from "./things.ts";
import "../styles/map-frame.css";
import "../styles/map-list.css";

/** Pixels a press of an arrow key moves the map. */
const STRIDE = 100;
const KEYS: Readonly<Record<string, (canvas: Canvas) => void>> = {
  ArrowLeft: (canvas) => canvas.pan(-STRIDE, 0),
  ArrowRight: (canvas) => canvas.pan(STRIDE, 0),
  ArrowUp: (canvas) => canvas.pan(0, -STRIDE),
  ArrowDown: (canvas) => canvas.pan(0, STRIDE),
  "+": (canvas) => canvas.zoom(1),
  "-": (canvas) => canvas.zoom(-1),
};

let made = 0;

export class MapElement extends LightElement {
  static override properties = {
    actions: { attribute: false },
    preview: { attribute: false },
    overlay: { type: Number },
    live: { type: Boolean },
    credit: {},
    server: { attribute: false },
    label: {},
    draws: { attribute: false },
  };
  declare actions: readonly MapAction[];
  declare preview: readonly MapAction[];
  declare overlay: number;
  declare live: boolean;
  /** Whom the live background is from. */
  declare credit: string;
  declare server: string | undefined;
  declare label: string;
  /** Brings the library that draws. */
  declare draws: () => Promise<{ readonly open: Open }>;
  readonly #name = `map-${(made += 1)}`;
  readonly #desk = new Desk((name, detail) =>
    this.dispatchEvent(new CustomEvent(`loket-map-${name}`, { detail, bubbles: true, composed: true })),
  );
  readonly #say = (key: Key, values?: Values): string => {
    const page = LANGUAGES.find(([code]) => code === document.documentElement.lang);
    return this.#app?.say(key, values) ?? say(page?.[0] ?? "nl", key, values);
  };
  readonly #deeds: Deeds = {
    say: this.#say,
    choose: (ground) => this.#desk.choose(ground),
    see: (id, visible) => this.#desk.see(id, visible),
    move: (id, step) => this.#move(id, step),
    remove: (kind, id) => this.#remove(() => this.#desk.remove(kind, id)),
    undo: () => this.#remove(() => this.#desk.undo()),
    show: (id) => void this.#desk.show(id),
  };
  #broken = false;
  #app: App | undefined;
  #stop: () => void = () => undefined;

  constructor() {
    super();
    [this.actions, this.preview, this.overlay, this.live, this.credit, this.label] = [[], [], 0, false, "", ""];
    this.draws = () => import("./draw/drawing.ts");
    this.#desk.subscribe(() => this.requestUpdate());
    new ContextConsumer(this, { context: appContext, callback: (app) => this.#meet(app) });
  }

  get sight(): Sight | null {
    return this.#desk.sight;
  }

  /** Looks at a marker or a lit up area and makes it visible; false when nothing of that name is on the map. */
  focusItem(id: string): boolean {
    return this.#desk.show(id);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.#desk.close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("overlay")) this.#desk.overlay = this.overlay;
    if (changed.has("live")) this.#desk.light(this.live);
    // What is there when the map opens has happened already; only what comes later is seen to happen.
    if (changed.has("actions")) this.#desk.take(this.actions, !this.hasUpdated);
    if (changed.has("preview")) this.#desk.preview(this.preview);
  }

  protected override firstUpdated(): void {
    void this.#open();
  }

  override render(): TemplateResult {
    const { state, sight, gone, ground, live, failed } = this.#desk;
    const barren = this.#desk.barren && !live;
    const say = this.#say;
    return html`<div class="map">
      <div
        class="map-frame"
        style="--map-overlay:${this.overlay}px"
        data-ground=${shownGround(ground, live)}
        data-center=${sight ? sight.center.map((one) => one.toFixed(1)).join(",") : nothing}
        data-resolution=${sight ? sight.resolution.toPrecision(4) : nothing}
      >
        <div
          class="map-canvas"
          role="application"
          tabindex="0"
          aria-label=${this.label || say("map.label")}
          aria-describedby="${this.#name}-help"
          @keydown=${(event: KeyboardEvent) => this.#key(event)}
        ></div>
        <p class="sr-only" id="${this.#name}-help">${say("map.help")}</p>
        ${this.#cover()} ${this.#tools()} ${this.#foot()}
      </div>
      ${contentsOf({ state, ground: shownGround(ground, live), live, barren, failed, gone, name: this.#name }, this.#deeds)}
      <p class="sr-only" role="status">${this.#news()}</p>
    </div>`;
  }

  #cover(): TemplateResult | typeof nothing {
    const { canvas, failed, state } = this.#desk;
    if (this.#broken) return html`<p class="map-cover box error">${this.#say("map.broken")}</p>`;
    if (!canvas) return html`<p class="map-cover quiet">${this.#say("map.coming")}</p>`;
    const names = state.layers.filter(({ id }) => failed.has(id)).map(nameOf);
    if (failed.has(null)) names.push(this.#say("map.ground"));
    if (names.length === 0) return nothing;
    return html`<div class="map-trouble box error" role="status">
      ${names.map((what) => html`<p>${this.#say("map.failed", { what })}</p>`)}
    </div>`;
  }

  #tools(): TemplateResult {
    const { canvas, state } = this.#desk;
    const tool = (icon: "plus" | "minus" | "home", key: Key, act: () => void): TemplateResult =>
      html`<button type="button" class="icon-only" aria-label=${this.#say(key)} title=${this.#say(key)} @click=${act}>
        ${iconOf(icon)}
      </button>`;
    return html`<div class="map-tools">
      ${tool("plus", "map.in", () => canvas?.zoom(1))} ${tool("minus", "map.out", () => canvas?.zoom(-1))}
      ${tool("home", "map.home", () => void this.#desk.look(state.view, true))}
    </div>`;
  }

  #foot(): TemplateResult {
    const { state, sight, ground, live, barren } = this.#desk;
    const bar = barOf(sight?.resolution ?? START.resolution);
    const below = live && shownGround(ground, live) !== "none" ? this.credit || `© ${new URL(GROUND).hostname}` : "";
    const shipped = live || barren ? [] : [this.#say("map.credit.bundled")];
    return html`<div class="map-foot">
      <span class="map-bar" style="width:${bar.pixels}px">${bar.words}</span>
      <span class="map-credits">${[...creditsOf(state, below), ...shipped].join(" · ")}</span>
    </div>`;
  }

  #news(): string {
    const { arrived, state } = this.#desk;
    if (!arrived) return "";
    const { center } = arrived.view;
    const near = [...state.layers, ...state.markers].findLast((one) => String(placeOf(one)) === String(center));
    const place = near ? nameOf(near) : this.#say("map.around", { place: written(center) });
    return this.#say("map.moved", { place, scale: scaleOf(arrived.sight.resolution) });
  }

  #key(event: KeyboardEvent): void {
    const act = KEYS[event.key];
    const { canvas } = this.#desk;
    if (!act || !canvas || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(canvas);
  }

  /** The button that was pressed moves with its row, and the focus with it; at the end its twin takes over. */
  #move(id: string, step: 1 | -1): void {
    this.#desk.move(id, step);
    const keys = step > 0 ? [`up ${id}`, `down ${id}`] : [`down ${id}`, `up ${id}`];
    void this.updateComplete.then(() => {
      const buttons = keys.map((key) => this.querySelector<HTMLButtonElement>(`[data-key="${CSS.escape(key)}"]`));
      buttons.find((button) => button && !button.disabled)?.focus();
    });
  }

  /** The pressed button is gone afterwards: the focus goes to where the thing can be put back, or to the list. */
  #remove(act: () => void): void {
    act();
    void this.updateComplete.then(() => {
      const undo = this.querySelector<HTMLElement>(".map-undo button");
      (undo ?? this.querySelector<HTMLElement>(".map-contents > summary"))?.focus();
    });
  }

  #meet(app: App): void {
    this.#stop();
    this.#app = app;
    this.#stop = app.settings.subscribe(() => this.requestUpdate());
    this.requestUpdate();
  }

  async #open(): Promise<void> {
    const target = this.querySelector<HTMLElement>(".map-canvas");
    try {
      const { open } = await this.draws();
      if (target && this.isConnected && !this.#desk.canvas) {
        const { api, pass } = this.#app ?? {};
        const [server, credentials] = [this.server ?? api?.base ?? "", pass?.credentials ?? "same-origin"];
        const land = (): Promise<string> => this.#app?.land() ?? Promise.resolve("");
        this.#desk.open(open, { target, server, credentials, land });
      }
    } catch (error) {
      console.warn("The map can't be drawn.", error);
      this.#broken = true;
    }
    this.requestUpdate();
  }
}

customElements.define("loket-map", MapElement);
