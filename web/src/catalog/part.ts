/** What every component of the catalog is: bound by A2UI, aware of the app, and unable to take the page down with it. */
import {
  type A2uiChildRef,
  A2uiLitElement,
  type InferredComponentApiSchemaType,
  type ResolveA2uiProps,
} from "@a2ui/web_core/v0_9";
import { ContextConsumer } from "@lit/context";
import { html, nothing, type TemplateResult } from "lit";
import { type App, appContext } from "../state/app.ts";
import { type Reader, tongueNote } from "../elements/tongue-note.ts";
import type { Changes } from "../state/changes.ts";
import type { Key, Values } from "../i18n/words.ts";
import { say } from "../i18n/words.ts";
import type { LitComponentApi } from "./api.ts";

export type Drawn = TemplateResult | typeof nothing;

export type Props<Api extends LitComponentApi> = ResolveA2uiProps<InferredComponentApiSchemaType<Api>>;

export abstract class Part<Api extends LitComponentApi> extends A2uiLitElement<Api> {
  protected app: App | undefined;
  #stops: (() => void)[] = [];

  constructor() {
    super();
    new ContextConsumer(this, {
      context: appContext,
      callback: (app) => {
        this.app = app;
        this.#listen(app);
        this.requestUpdate();
      },
    });
  }

  /** What besides its own properties this component shows. */
  protected watches(app: App): readonly Changes[] {
    return [app.settings];
  }

  protected abstract draw(props: Props<Api>): Drawn;

  protected say(key: Key, values?: Values): string {
    return this.app ? this.app.say(key, values) : say("nl", key, values);
  }

  /** Whoever reads the page. */
  protected get reader(): Reader {
    return this.app?.reader ?? { language: "nl", say: (key, values) => say("nl", key, values) };
  }

  /** Says in which language what the assistant answers is, where the page is in another. */
  protected inTheirTongue(): Drawn {
    return tongueNote(this.tongue, this.reader);
  }

  /** The language of what the assistant of the page answers. */
  protected get tongue(): string {
    return this.app?.tongue || "nl";
  }

  /** Into the page itself: one style sheet and one set of ids for all. */
  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
  }

  override render(): unknown {
    try {
      return this.draw(this.controller.props);
    } catch (error) {
      return troubleBox(this.say("part.broken"), error instanceof Error ? error.message : String(error));
    }
  }

  /** The children a property names. */
  protected nodes(refs: unknown): Drawn[] {
    return Array.isArray(refs) ? (refs as A2uiChildRef[]).map((ref) => this.renderNode(ref)) : [];
  }

  #listen(app: App): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#stops = this.watches(app).map((changes) => changes.subscribe(() => this.requestUpdate()));
    // The conversation of the app is another one now: what is watched belongs to it.
    this.#stops.push(app.subscribe(() => this.#listen(app)));
  }
}

/** Registers the element of a component and gives its entry for the catalog. */
export function entry(api: LitComponentApi, element: CustomElementConstructor): LitComponentApi {
  if (!customElements.get(api.tagName)) customElements.define(api.tagName, element);
  return api;
}

/** Stands where a component failed: the rest of the page goes on. */
export function troubleBox(what: string, detail: string): TemplateResult {
  return html`<div class="box error" role="note">
    <p>${what}</p>
    <pre class="dump" tabindex="0">${detail}</pre>
  </div>`;
}
