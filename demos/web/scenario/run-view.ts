/** A run: how it stands, the two panes, the draft that waits, and below them the log, the prompts, the files and the wire. */
import type { Composer } from "../../../web/src/chat/composer.ts";
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import { type JsonObject, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { cardPanel } from "./card-panel.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { Run } from "./run.ts";
import { type CardCheck, cardOf, type Server } from "./server.ts";
import { lookOf, stateOf } from "./states.ts";
import { keepSession, sessionAt } from "./stored.ts";
import type { Key } from "./words.ts";
import "./draft.ts";
import "./log-view.ts";
import "./panes.ts";
import "./prompts.ts";
import "./settings.ts";
import "./vault.ts";
import "./wire.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

const TABS = ["log", "prompts", "files", "agent", "wire", "settings"] as const;
type Tab = (typeof TABS)[number];

export class RunView extends Piece {
  static override properties = {
    run: {},
    server: {},
    tab: { state: true },
    problem: { state: true },
    sending: { state: true },
    card: { state: true },
  };
  declare run: Run;
  declare server: Server;
  declare tab: Tab;
  declare problem: string;
  declare sending: boolean;
  declare card: CardCheck | Refused | null;
  #looking = false;
  #restored: Run | null = null;

  constructor() {
    super();
    this.tab = "log";
    this.problem = "";
    this.sending = false;
    this.card = null;
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
    return html`<section class="wb wb-running">
      ${this.#head(working)} ${this.#end()}
      ${this.problem ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${this.problem}</span></p>` : nothing}
      <div class="wb-panes">
        <wb-pane .run=${run} side="front" .foot=${this.#composer(working)}></wb-pane>
        <wb-pane
          .run=${run}
          side="back"
          .foot=${
            story.draft
              ? html`<wb-draft
                  .run=${run}
                  .draft=${story.draft}
                  @wb-answer=${(event: CustomEvent<JsonObject>) => void this.#tell({ kind: "answered", ...event.detail })}
                  @wb-back=${(event: CustomEvent<{ to: string; note: string }>) => void this.#sendBack(event.detail)}
                ></wb-draft>`
              : nothing
          }
        ></wb-pane>
      </div>
      ${this.#below()}
    </section>`;
  }

  #head(working: boolean): unknown {
    const { story } = this.run;
    return html`<header class="wb-head">
      <div>
        <h1 tabindex="-1">${this.run.title || this.app.about()?.title}</h1>
        <p class="quiet">${this.say("run.roles", { ours: this.run.ours, other: this.run.other })} ${this.#player()}</p>
      </div>
      <p class="wb-status" role="status">
        <span class="pill ${lookOf(story.log.state)}">${stateOf(story.log.state, (key) => this.say(key))}</span>
        ${working ? html`<span class="quiet breathing">${this.say("run.working")}</span>` : nothing}
        ${story.begun || story.end ? nothing : html`<span class="quiet">${this.say("run.stopped")}</span>`}
      </p>
      <div class="buttons" ?hidden=${story.begun && story.end !== null}>
        ${
          story.begun
            ? html`<button type="button" class="stop" @click=${() => void this.#act("stop")}>
                ${iconOf("stop")}${this.app.say("chat.stop")}
              </button>`
            : html`<button type="button" class="primary" @click=${() => void this.#act("begin")}>
                ${this.say("run.again")}
              </button>`
        }
      </div>
    </header>`;
  }

  /** Who takes the steps, as far as any was taken. */
  #player(): unknown {
    const { player } = this.run.story.log;
    if (!player) return nothing;
    const rules = player === "script" || player === "goals";
    return this.say("player", { player: rules ? this.say(`player.${player}`) : player });
  }

  #end(): unknown {
    const { end } = this.run.story;
    if (!end) return nothing;
    const look = { success: "done", failure: "error" }[end.outcome] ?? "stopped";
    return html`<div class="wb-end ${look}" role="status">
      <strong>${this.say(`end.${look as "done" | "error" | "stopped"}`)}</strong>
      ${end.summary ? html`<span>${end.summary}</span>` : nothing}
    </div>`;
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

  #below(): unknown {
    return html`<div class="wb-tabs" role="tablist" aria-label=${this.say("tabs")} @keydown=${this.#arrow}>
        ${TABS.map(
          (tab) =>
            html`<button
              type="button"
              role="tab"
              id="wb-tab-${tab}"
              aria-selected=${tab === this.tab ? "true" : "false"}
              aria-controls="wb-panel"
              tabindex=${tab === this.tab ? "0" : "-1"}
              @click=${() => (this.tab = tab)}
            >
              ${this.say(`tab.${tab}` as Key)}${tab === "files" && this.run.story.vault.files.size > 0 ? html` <span class="quiet">${this.run.story.vault.files.size}</span>` : nothing}
            </button>`,
        )}
      </div>
      <div class="wb-panel" id="wb-panel" role="tabpanel" aria-labelledby="wb-tab-${this.tab}">${this.#panel()}</div>`;
  }

  #panel(): unknown {
    const { run } = this;
    switch (this.tab) {
      case "log":
        return html`<wb-log .run=${run}></wb-log>`;
      case "prompts":
        return html`<wb-prompts .run=${run}></wb-prompts>`;
      case "files":
        return html`<wb-vault
          .run=${run}
          @wb-act=${(event: CustomEvent<{ deed: string; body: JsonObject }>) => void this.#act(event.detail.deed, event.detail.body)}
        ></wb-vault>`;
      case "agent":
        return this.#agent();
      case "wire":
        return html`<wb-wire .run=${run} .server=${this.server}></wb-wire>`;
      case "settings":
        return html`<wb-settings
          .run=${run}
          @wb-change=${(event: CustomEvent<JsonObject>) => void this.#tell(event.detail)}
        ></wb-settings>`;
    }
  }

  /** The card of the run's agent: as it was recorded, else as it is now. */
  #agent(): unknown {
    const recorded = this.run.story.cards.at(-1);
    const card = recorded ? cardOf(recorded) : this.card;
    if (card instanceof Refused) return refusalBox(card, this.app, () => void this.#look());
    if (card) return cardPanel(card, this.app, true);
    if (!this.run.endpoint) return html`<p class="quiet wb-none">${this.say("card.none")}</p>`;
    void this.#look();
    return html`<p class="quiet breathing wb-none">${this.say("connect.busy")}</p>`;
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    this.card = await this.server.card(this.run.endpoint).catch((error: unknown) => Refused.of(error));
    this.#looking = false;
  }

  readonly #arrow = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (TABS.indexOf(this.tab) + step + TABS.length) % TABS.length;
    this.tab = TABS[at] ?? "log";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#wb-tab-${this.tab}`)?.focus());
  };

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
    if (!done) return composer?.put(text);
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
