/** What a page module is given: the shell's own libraries and parts, so that it brings none of them again. */
import { html, LitElement, nothing, svg } from "lit";
import { z } from "zod";
import { Common, DynamicJson, Flag, type LitComponentApi, StepWords, Words } from "../catalog/api.ts";
import { type Drawn, entry, Part } from "../catalog/part.ts";
import { answerOf, noteOf, plainItems, sectionOf, sourcesOf } from "../catalog/section.ts";
import "../elements/copy-button.ts";
import { iconOf } from "../elements/icons.ts";
import { sendsOnEnter } from "../elements/one-line.ts";
import { reasonKey } from "../elements/reasons.ts";
import type { Reader } from "../elements/tongue-note.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import type { Brought } from "./brought.ts";

export type { Json, JsonObject } from "../transport/json.ts";
export type { Brought, ResultKind } from "./brought.ts";
export type { Drawn, LitComponentApi, Reader };

/** The default export of a page module. */
export type PageModule = (shell: Shell) => Brought;
export type Shell = typeof shell;

/** Where an element is drawn: for whom, in which language its assistant answers, and a note of that where they differ;
 *  what asks a door of its package, which throws what the server refused, with a sentence; and what tells the
 *  conversation that something was done, on this page or on another one, which then opens. */
export interface Place {
  readonly reader: Reader;
  readonly tongue: string;
  readonly note: Drawn;
  ask(path: string, body: JsonObject): Promise<Json>;
  act(name: string, payload: JsonObject, surface?: string): Promise<boolean>;
}

type Draw = (properties: Readonly<Record<string, unknown>>, place: Place) => Drawn;

/** An element for the catalog: its name there, its properties, and how it is drawn. */
function part(name: string, properties: z.ZodRawShape, draw: Draw): LitComponentApi {
  const tagName = `loket-page-${name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase()}`;
  const api = { name, tagName, schema: z.object({ ...Common, ...properties }).strict() };
  class Brought extends Part<typeof api> {
    protected override readonly api = api;

    protected override watches(
      app: Parameters<Part<typeof api>["watches"]>[0],
    ): ReturnType<Part<typeof api>["watches"]> {
      return [app.settings, app];
    }

    protected override draw(props: object): Drawn {
      const place: Place = {
        reader: this.reader,
        tongue: this.tongue,
        note: this.inTheirTongue(),
        ask: (path, body) => this.app?.api.ask(path, "POST", body) ?? Promise.reject(new Error("not here yet")),
        act: (name, payload, surface) => this.#act(name, payload, surface),
      };
      return draw(props as Readonly<Record<string, unknown>>, place);
    }

    async #act(name: string, payload: JsonObject, other?: string): Promise<boolean> {
      const { app } = this;
      const surface = other ?? this.context.dataContext.surface.id;
      const told = await app?.act({ surface, name, payload });
      if (told && other && app?.conversation) app.router.go({ conversation: app.conversation.id, surface });
      return told === true;
    }
  }
  return entry(api, Brought);
}

export const shell = {
  html,
  svg,
  nothing: nothing as Drawn,
  LitElement,
  z,
  part,
  schema: { DynamicJson, Flag, StepWords, Words },
  json: { isObject, listOf, objectOf, textOf },
  draw: { answerOf, iconOf, noteOf, plainItems, sectionOf, sendsOnEnter, sourcesOf },
  /** The key of a sentence for a code that says why; null for a code nobody knows. */
  reasonKey,
};
