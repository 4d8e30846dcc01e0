/** The surfaces of one conversation: feeds messages to the A2UI renderer, keeps what was typed, and survives bad messages. */
import {
  type Catalog,
  MessageProcessor,
  type SurfaceModel,
  type WebComponentImplementation,
} from "@a2ui/web_core/v0_9";
import { Changes } from "../state/changes.ts";
import type { PageInfo } from "../transport/api.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { changeOf, drawable } from "./guard.ts";
import { after, type Moment } from "./history.ts";

/** What surfaces may be made of; whoever wires the page knows it. */
export type Parts = Catalog<WebComponentImplementation>;
export type Surface = SurfaceModel<WebComponentImplementation>;

/** An action of a component: its name and what it carries. */
export interface Acted {
  readonly surface: string;
  readonly name: string;
  readonly payload: JsonObject;
}

const VERSION = "v0.9";

export class Surfaces extends Changes {
  readonly #processor: MessageProcessor<WebComponentImplementation>;
  readonly #pages: ReadonlyMap<string, PageInfo>;
  /** The form as it was last given or sent: what differs from it was typed since. */
  readonly #given = new Map<string, string>();
  readonly #prefilled = new Map<string, JsonObject>();
  readonly #history = new Map<string, readonly Moment[]>();
  readonly #remembering = new Set<string>();
  /** Surfaces of which the server has told how they are. */
  readonly #told = new Set<string>();
  /** The surface that was opened last. */
  last: string | null = null;
  /** What could not be drawn at all, by surface. */
  readonly troubles = new Map<string, string>();

  constructor(
    private readonly parts: Parts,
    readonly assistant: string,
    pages: readonly PageInfo[],
    act: (acted: Acted) => void,
  ) {
    super();
    this.#pages = new Map(pages.map((page) => [page.id, page]));
    this.#processor = new MessageProcessor<WebComponentImplementation>([parts], (action) => {
      act({ surface: action.surfaceId, name: action.name, payload: objectOf(action.context) });
    });
  }

  has(id: string): boolean {
    return this.#pages.has(id);
  }

  /** The surface, as it is before anything happened on it where nothing was heard of it; undefined when there is none. */
  get(id: string): Surface | undefined {
    const page = this.#pages.get(id);
    if (page && !this.#model(id) && !this.troubles.has(id)) {
      this.#guarded(id, () => this.#create(page));
      if (this.#model(id)) this.#change(id, "/", { title: page.title, ...structuredClone(page.model) });
    }
    return this.#model(id);
  }

  /** Whether it is as the server has it; until then it is as it was before anything happened. */
  isTold(id: string): boolean {
    return this.#told.has(id);
  }

  titleOf(id: string): string {
    return textOf(this.get(id)?.dataModel.get("/title"));
  }

  /** Takes a message of the stream. False when it is no change of a surface. */
  take(message: JsonObject): boolean {
    const change = changeOf(message);
    if (!change || !this.get(change.surface)) return false;
    if (change.path === "/") this.#told.add((this.last = change.surface));
    this.#guarded(change.surface, () => this.#change(change.surface, change.path, change.value));
    this.changed();
    return true;
  }

  /** Fills a form: an example was clicked. */
  prefill(id: string, form: JsonObject): void {
    this.#prefilled.set(id, form);
    this.#give(id, form);
  }

  /** What is in the form now has been sent (or thrown away): the server's word about it counts again. */
  settle(id: string): void {
    this.#prefilled.delete(id);
    this.#given.set(id, JSON.stringify(this.get(id)?.dataModel.get("/form") ?? null));
  }

  /** What was typed is on its way: it stays the person's, even when they put it back to how it was. */
  hold(id: string): void {
    if (this.#typed(id)) this.#given.delete(id);
  }

  /** Puts the form back to how the surface starts. */
  restart(id: string): void {
    this.#prefilled.delete(id);
    this.#give(id, {});
  }

  /** Nothing was filled in and nothing came of it: there is nothing to lose. */
  isFresh(id: string): boolean {
    const model = objectOf(this.get(id)?.dataModel.get("/") as Json | undefined);
    const done = [...listOf(model["results"]), ...listOf(model["history"])];
    return done.length === 0 && JSON.stringify(model["form"]) === JSON.stringify(this.#empty(id));
  }

  #model(id: string): Surface | undefined {
    return this.#processor.model.getSurface(id);
  }

  #empty(id: string): JsonObject {
    return objectOf(this.#pages.get(id)?.model["form"]);
  }

  #typed(id: string): boolean {
    const held = this.#model(id)?.dataModel.get("/form") as Json | undefined;
    return isObject(held) && JSON.stringify(held) !== this.#given.get(id);
  }

  #give(id: string, form: JsonObject): void {
    const whole = { ...this.#empty(id), ...form };
    this.get(id)?.dataModel.set("/form", whole);
    this.#given.set(id, JSON.stringify(whole));
  }

  #guarded(id: string, does: () => void): void {
    try {
      does();
    } catch (error) {
      this.troubles.set(id, error instanceof Error ? error.message : String(error));
    }
  }

  #create({ id, catalog, components }: PageInfo): void {
    const known = this.parts.components;
    const checked = components.map((raw, index) => drawable(raw, known, index));
    this.#processor.processMessages([
      { version: VERSION, createSurface: { surfaceId: id, catalogId: catalog } },
      {
        version: VERSION,
        updateComponents: {
          surfaceId: id,
          components: checked.map((one) => ({ ...one, component: textOf(one["component"]) })),
        },
      },
    ]);
  }

  #change(id: string, path: string, value: Json | undefined): void {
    const surface = this.#model(id);
    if (!surface) throw new Error(`no surface ${id}`);
    if (path === "/") this.#replace(id, surface, objectOf(value));
    else surface.dataModel.set(path, value);
    // One change of status may come in several messages; those that come together are one moment.
    if (this.#remembering.has(id)) return;
    this.#remembering.add(id);
    queueMicrotask(() => {
      this.#remembering.delete(id);
      this.#remember(id, surface);
    });
  }

  /** A whole new model: the form stays as it is while somebody is filling it in. */
  #replace(id: string, surface: Surface, model: JsonObject): void {
    const held = surface.dataModel.get("/form") as Json | undefined;
    const sent = model["form"];
    if (this.#typed(id)) surface.dataModel.set("/", { ...model, form: held });
    else {
      const start = isObject(sent) ? sent : isObject(held) ? held : {};
      const form = { ...this.#empty(id), ...start, ...this.#prefilled.get(id) };
      surface.dataModel.set("/", { ...model, form });
      this.#given.set(id, JSON.stringify(form));
    }
  }

  #remember(id: string, surface: Surface): void {
    const told = surface.dataModel.get("/history") as Json | undefined;
    const own = this.#history.get(id) ?? [];
    if (Array.isArray(told) && told.length > own.length) return;
    const next = after(own, surface.dataModel.get("/status") as Json | undefined);
    this.#history.set(id, next);
    if (next !== own || told === undefined) surface.dataModel.set("/history", [...next]);
  }
}
