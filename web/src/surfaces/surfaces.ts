/** The surfaces of a session: feeds messages to the A2UI renderer, keeps what was typed, and survives bad messages. */
import {
  type Catalog,
  MessageProcessor,
  type SurfaceModel,
  type WebComponentImplementation,
} from "@a2ui/web_core/v0_9";
import { Changes } from "../state/changes.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { Dialect } from "./dialect.ts";
import { drawable, messageOf, type Told } from "./guard.ts";
import { after, type Moment } from "./history.ts";
import { treeOf } from "./trees.ts";

/** What surfaces may be made of; whoever wires the page knows it. */
export type Parts = Catalog<WebComponentImplementation>;
export type Surface = SurfaceModel<WebComponentImplementation>;

/** An action of a component: its name and what it carries. */
export interface Acted {
  readonly surface: string;
  readonly name: string;
  readonly payload: JsonObject;
}

/** How long a deleted surface may come back before it is taken off the page: a run opens its surface anew. */
const GRACE = 1500;

export class Surfaces extends Changes {
  readonly #processor: MessageProcessor<WebComponentImplementation>;
  readonly #dialect = new Dialect();
  readonly #components = new Map<string, string>();
  readonly #leaving = new Map<string, number>();
  /** The form as it was last given or sent: what differs from it was typed since. */
  readonly #given = new Map<string, string>();
  readonly #prefilled = new Map<string, JsonObject>();
  readonly #history = new Map<string, readonly Moment[]>();
  readonly #remembering = new Set<string>();
  readonly #complain: (surface: string, message: string) => void;
  /** The surface that was opened last. */
  last: string | null = null;
  /** What could not be drawn at all, by surface. */
  readonly troubles = new Map<string, string>();

  constructor(
    private readonly parts: Parts,
    act: (acted: Acted) => void,
    complain: (surface: string, message: string) => void,
  ) {
    super();
    this.#complain = complain;
    this.#processor = new MessageProcessor<WebComponentImplementation>([parts], (action) => {
      act({ surface: action.surfaceId, name: action.name, payload: objectOf(action.context) });
    });
  }

  get(id: string): Surface | undefined {
    return this.#processor.model.getSurface(id);
  }

  titleOf(id: string): string {
    return textOf(this.get(id)?.dataModel.get("/title"));
  }

  /** Takes a frame of the seed door, in either dialect. False when it is none of a surface. */
  take(frame: JsonObject): boolean {
    const messages = typeof frame["kind"] === "string" ? this.#dialect.messages(frame) : [frame];
    const told = messages.map(messageOf);
    for (const message of told) if (message) this.#tell(message);
    if (told.length > 0) this.changed();
    return told.some((message) => message !== null);
  }

  /** Fills a form before its surface opens: an example was clicked. */
  prefill(id: string, form: JsonObject): void {
    this.#prefilled.set(id, form);
    if (this.get(id)) this.#give(id, form);
  }

  /** What is in the form now has been sent (or thrown away): the server's word about it counts again. */
  settle(id: string): void {
    this.#given.set(id, JSON.stringify(this.get(id)?.dataModel.get("/form") ?? null));
  }

  /** Puts the form back to how the surface starts. */
  restart(id: string): void {
    this.#give(id, { ...treeOf(id).form });
  }

  /** Nothing was filled in and nothing came of it: there is nothing to lose. */
  isFresh(id: string): boolean {
    const model = objectOf(this.get(id)?.dataModel.get("/") as Json | undefined);
    const done = [...listOf(model["results"]), ...listOf(model["history"])];
    return done.length === 0 && JSON.stringify(model["form"]) === JSON.stringify(treeOf(id).form);
  }

  #give(id: string, form: JsonObject): void {
    const whole = { ...treeOf(id).form, ...form };
    this.get(id)?.dataModel.set("/form", whole);
    this.#given.set(id, JSON.stringify(whole));
  }

  #tell(told: Told): void {
    try {
      this.#carryOut(told);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.troubles.set(told.surface, why);
      this.#complain(told.surface, why);
    }
  }

  #carryOut({ kind, surface, body }: Told): void {
    switch (kind) {
      case "createSurface":
        this.#create(surface, textOf(body["catalogId"]));
        break;
      case "deleteSurface":
        window.clearTimeout(this.#leaving.get(surface));
        this.#leaving.set(
          surface,
          window.setTimeout(() => this.#remove(surface), GRACE),
        );
        break;
      case "updateComponents":
        this.#draw(surface, listOf(body["components"]));
        break;
      case "updateDataModel":
        this.#change(surface, textOf(body["path"]) || "/", body["value"]);
        break;
    }
  }

  #create(surfaceId: string, catalogId: string): void {
    window.clearTimeout(this.#leaving.get(surfaceId));
    this.#leaving.delete(surfaceId);
    this.troubles.delete(surfaceId);
    this.last = surfaceId;
    if (this.get(surfaceId)) return;
    this.#processor.processMessages([{ version: "v0.9", createSurface: { surfaceId, catalogId } }]);
  }

  #remove(surfaceId: string): void {
    this.#leaving.delete(surfaceId);
    this.#components.delete(surfaceId);
    this.#processor.processMessages([{ version: "v0.9", deleteSurface: { surfaceId } }]);
    this.changed();
  }

  #draw(surfaceId: string, components: readonly Json[]): void {
    const same = JSON.stringify(components);
    if (this.#components.get(surfaceId) === same) return;
    const known = this.parts.components;
    const checked = components.map((raw, index) => drawable(raw, known, index));
    for (const { component, was, why } of checked) {
      if (component === "Broken") this.#complain(surfaceId, `${textOf(was)}: ${textOf(why)}`);
    }
    this.#processor.processMessages([
      {
        version: "v0.9",
        updateComponents: {
          surfaceId,
          components: checked.map((one) => ({ ...one, component: textOf(one["component"]) })),
        },
      },
    ]);
    this.#components.set(surfaceId, same);
  }

  #change(id: string, path: string, value: Json | undefined): void {
    const surface = this.get(id);
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
    const typed = isObject(held) && JSON.stringify(held) !== this.#given.get(id);
    const sent = model["form"];
    const first = this.#prefilled.get(id);
    if (typed) surface.dataModel.set("/", { ...model, form: held });
    else {
      const form = { ...treeOf(id).form, ...(isObject(sent) ? sent : isObject(held) ? held : {}), ...first };
      surface.dataModel.set("/", { ...model, form });
      this.#given.set(id, JSON.stringify(form));
    }
    this.#prefilled.delete(id);
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
