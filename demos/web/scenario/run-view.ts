/** A run: how it stands, the two panes with what waits for a person, and below them what there is to look at. */
import type { Composer } from "../../../web/src/chat/composer.ts";
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import { type JsonObject, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { define, Piece } from "./parts.ts";
import type { Run } from "./run.ts";
import type { Server } from "./server.ts";
import { keepSession, sessionAt } from "./stored.ts";
import "./draft.ts";
import "./agree.ts";
import "./panes.ts";
import "./run-head.ts";
import "./run-tabs.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

/** What somebody did with the run; `over` is told whether the server took it. */
interface Deed {
  readonly deed: string;
  readonly body: JsonObject;
  readonly over?: (taken: boolean) => void;
}

export class RunView extends Piece {
  static override properties = {
    run: {},
    server: {},
    problem: { state: true },
    sending: { state: true },
  };
  declare run: Run;
  declare server: Server;
  declare problem: string;
  declare sending: boolean;
  #restored: Run | null = null;

  constructor() {
    super();
    this.problem = "";
    this.sending = false;
  }

  protected override watches(app: App): readonly (Changes | null | undefined)[] {
    return [app.settings, app.conversation, this.run];
  }

  override render(): unknown {
    const { run } = this;
    const { story, conversation } = run;
    if (!run.whole && story.upto === 0)
      return html`<div class="skeleton page" role="status" aria-label=${this.app.say("loading")}>
        <span></span><span></span><span></span>
      </div>`;
    const working = conversation.steps.working;
    return html`<section
      class="wb wb-running"
      @wb-act=${({ detail }: CustomEvent<Deed>) => void this.#act(detail.deed, detail.body).then(detail.over)}
    >
      <wb-run-head .run=${run} .server=${this.server}></wb-run-head>
      ${this.problem ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${this.problem}</span></p>` : nothing}
      <div class="wb-panes">
        <wb-pane .run=${run} side="front" .foot=${this.#composer(working)}></wb-pane>
        <wb-pane .run=${run} side="back" .foot=${this.#asks()}></wb-pane>
      </div>
      <wb-run-tabs .run=${run} .server=${this.server}></wb-run-tabs>
    </section>`;
  }

  /** What of the talk with the agent waits for a person: a message, or a card that is not as it was. */
  #asks(): unknown {
    const { run } = this;
    const { draft, doubted } = run.story;
    if (draft)
      return html`<wb-draft
        .run=${run}
        .draft=${draft}
        @wb-answer=${(event: CustomEvent<JsonObject>) => void this.#tell({ kind: "answered", ...event.detail })}
        @wb-back=${(event: CustomEvent<{ to: string; note: string }>) => void this.#sendBack(event.detail)}
      ></wb-draft>`;
    if (!doubted) return nothing;
    return html`<wb-agree
      .run=${run}
      .server=${this.server}
      @wb-agreed=${() => void this.#tell({ kind: "user_said", text: this.say("agree.said") })}
    ></wb-agree>`;
  }

  #composer(working: boolean): unknown {
    const { front, back, run, begun, draft } = this.run.story;
    const opening = textOf(objectOf(run["me"])["messageToUseWhenInitiatingConversation"]);
    const suggested = opening && begun && !draft && front.length + back.length === 0;
    return html`${
        suggested
          ? html`<p class="quiet">${this.say("start.title")}</p>
              <button
                type="button"
                class="option"
                @click=${() => this.querySelector<Composer>("loket-composer")?.put(opening)}
              >
                ${opening}
              </button>`
          : nothing
      }<loket-composer
        ?busy=${working}
        files
        ?sending=${this.sending}
        ?reply=${this.run.story.asked !== ""}
        .letters=${this.app.about()?.letters ?? 20_000}
        @loket-send=${(event: CustomEvent<string>) => void this.#say(event.detail)}
        @loket-stop=${() => void this.#act("stop")}
        @input=${this.#typed}
      ></loket-composer>`;
  }

  /** What is being written outlives the page. */
  readonly #typed = (event: Event): void => {
    this.problem = "";
    if (event.target instanceof HTMLTextAreaElement) this.#keep(event.target.value);
  };

  #keep(frontDraft: string): void {
    if (this.run.endpoint) keepSession(this.run.endpoint, { conversation: this.run.conversation.id, frontDraft });
  }

  /** What was being written is there again, as soon as the run is. */
  protected override updated(): void {
    const { run } = this;
    const pane = this.querySelector<Piece>("wb-pane");
    if (!pane || !run.endpoint || this.#restored === run) return;
    this.#restored = run;
    const { conversation, frontDraft } = sessionAt(run.endpoint);
    if (conversation === run.conversation.id)
      void pane.updateComplete.then(() => pane.querySelector<Composer>("loket-composer")?.put(frontDraft));
  }

  /** Words answer the open question; files that come with them are in the vault before. */
  async #say(text: string): Promise<void> {
    const composer = this.querySelector<Composer>("loket-composer");
    const { chosen } = composer ?? {};
    const { asked } = this.run.story;
    const enclosed = chosen && chosen.all.length > 0 ? chosen.with(text) : null;
    const words = { kind: "user_said", text };
    const done = !enclosed
      ? await this.#tell(words)
      : (await this.#took(() => this.run.conversation.send(asked ? "" : text, enclosed))) &&
        (!asked || !text || (await this.#tell(words)));
    if (!done) {
      if (!enclosed) composer?.putBack(text);
      return this.#keep(composer?.text ?? text);
    }
    composer?.sent();
    this.#keep("");
  }

  /** The draft is dropped, and the planner is told why. */
  async #sendBack({ to, note }: { to: string; note: string }): Promise<void> {
    await (note ? this.#act("note", { text: note }) : this.#tell({ kind: "answered", to, refuse: true }));
  }

  #act(deed: string, body: JsonObject = {}): Promise<boolean> {
    return this.#took(() => this.server.act(this.run.conversation.id, deed, body));
  }

  #tell(event: JsonObject): Promise<boolean> {
    return this.#took(() => this.run.conversation.tell(event));
  }

  async #took(does: () => Promise<void>): Promise<boolean> {
    this.sending = true;
    this.problem = "";
    try {
      await does();
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const status = Number(objectOf(error as unknown as JsonObject)["status"] ?? 0);
      this.problem = this.app.say(status === 0 ? "trouble.unreachable" : "trouble.refused");
      return false;
    } finally {
      this.sending = false;
    }
  }
}

define("wb-run", RunView);
