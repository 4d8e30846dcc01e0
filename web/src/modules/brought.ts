/** What a package's own script brings to its pages, and the catalog they are drawn with. */
import { Catalog } from "@a2ui/web_core/v0_9";
import type { LitComponentApi } from "../catalog/api.ts";
import type { Drawn } from "../catalog/part.ts";
import type { App } from "../state/app.ts";
import type { TalkParts } from "./talk-parts.ts";
import type { Reader } from "../elements/tongue-note.ts";
import type { Json, JsonObject } from "../transport/json.ts";

/** A kind of result: how it is drawn, and whether short ones that follow each other stand side by side. */
export interface ResultKind {
  readonly draw: (result: JsonObject, reader: Reader) => Drawn;
  readonly short?: boolean;
}

export type DrawTalk = (app: App, parts: TalkParts) => Drawn;

/** What a page module brings; what it names replaces nothing of the shell's. */
export interface Brought {
  /** Elements for the catalog. */
  readonly parts?: readonly LitComponentApi[];
  /** Results by their `kind`. */
  readonly results?: Readonly<Record<string, ResultKind>>;
  /** The results of a page as they are drawn: what is told in one of them need not be told again in another. */
  readonly arrange?: (results: readonly Json[]) => readonly Json[];
  /** A quiet line below the results of a page; "" for none. */
  readonly below?: (results: readonly Json[], reader: Reader) => string;
  /** What draws the whole talk of an assistant that says so; it is asked for with the first such talk. */
  readonly talk?: () => Promise<DrawTalk>;
  /** Paths on a grid of 24, by name. */
  readonly icons?: Readonly<Record<string, string>>;
  /** A style sheet for all of it. */
  readonly styles?: string;
}

/** The parts of pages: ours, and what a module brought for its own. */
export class PageCatalog extends Catalog<LitComponentApi> {
  readonly results = new Map<string, ResultKind>();
  readonly arrange: NonNullable<Brought["arrange"]>[] = [];
  readonly below: NonNullable<Brought["below"]>[] = [];
  talk: Brought["talk"];

  /** This catalog with what a module brought; nothing of ours is replaced. */
  with({ parts = [], results = {}, arrange, below, talk }: Brought): PageCatalog {
    const added = parts.filter(({ name }) => !this.components.has(name));
    const catalog = new PageCatalog(this.id, [...this.components.values(), ...added], [...this.functions.values()]);
    for (const [kind, drawing] of Object.entries(results)) catalog.results.set(kind, drawing);
    if (arrange) catalog.arrange.push(arrange);
    if (below) catalog.below.push(below);
    catalog.talk = talk;
    return catalog;
  }
}
