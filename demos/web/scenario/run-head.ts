/** How a run stands: what is played by whom, the state of the agent's task, how it ended; and the button that stops it. */
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import { shell } from "../shell.ts";
import { inOwnWords } from "./own-words.ts";
import { filesOf, withoutAddresses } from "./story.ts";
import { define, parts, Piece } from "./parts.ts";
import type { Run } from "./run.ts";
import type { Server } from "./server.ts";
import { isOver, lookOf, stateOf } from "./states.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

export class RunHead extends Piece {
  static override properties = { run: {}, server: {}, other: { state: true } };
  declare run: Run;
  declare server: Server;
  /** The run that plays the other side; "" where that is none of ours. */
  declare other: string;
  /** The task of which that was asked. */
  #asked = "";

  constructor() {
    super();
    this.other = "";
  }

  protected override watches(app: App): readonly (Changes | null | undefined)[] {
    return [app.settings, app.conversation, this.run];
  }

  override render(): unknown {
    const { story, conversation } = this.run;
    void this.#ask();
    return html`<header class="wb-head">
        <div>
          <h1 tabindex="-1">${this.run.title || this.app.about()?.title}</h1>
          <p class="quiet">
            ${this.say("run.roles", { ours: this.run.ours, other: this.run.other })} ${this.#player()} ${this.#link()}
          </p>
        </div>
        <p class="wb-status" role="status">
          ${this.#state()}
          ${conversation.steps.working ? html`<span class="quiet breathing">${this.say("run.working")}</span>` : nothing}
          ${story.begun || story.end ? nothing : html`<span class="quiet">${this.say("run.stopped")}</span>`}
        </p>
        <div class="buttons" ?hidden=${story.begun && story.end !== null}>
          ${
            story.begun
              ? html`<button type="button" class="stop" @click=${() => this.#act("stop")}>
                  ${iconOf("stop")}${this.app.say("chat.stop")}
                </button>`
              : html`<button type="button" class="primary" @click=${() => this.#act("begin")}>
                  ${this.say("run.again")}
                </button>`
          }
        </div>
      </header>
      ${this.#end()}`;
  }

  /** How the agent's task stands. Once we have ended, one that goes on waits for nobody here. */
  #state(): unknown {
    const { end, log } = this.run.story;
    const left = end !== null && !isOver(log.state);
    if (left && !this.run.endpoint) return nothing;
    const words = left ? this.say("state.left") : stateOf(log.state, (key) => this.say(key));
    return html`<span class="pill ${left ? "stopped" : lookOf(log.state)}">${words}</span>`;
  }

  #act(deed: string): void {
    this.dispatchEvent(new CustomEvent("wb-act", { bubbles: true, detail: { deed, body: {} } }));
  }

  /** To the run of the other side, where that is played here. */
  #link(): unknown {
    if (!this.other) return nothing;
    return html`<a href="#/t/${this.other}">${this.say("run.other")}</a>`;
  }

  async #ask(): Promise<void> {
    const { run } = this;
    const { task } = run.story;
    if (!task || task === this.#asked || !this.server.ownBridge(run.endpoint)) return;
    this.#asked = task;
    this.other = await this.server.otherSide(run.conversation.id).catch(() => "");
  }

  /** Who takes the steps, as far as any was taken. */
  #player(): unknown {
    const { player } = this.run.story.log;
    if (!player) return nothing;
    const rules = player === "script" || player === "goals";
    return this.say("player", { player: rules ? this.say(`player.${player}`) : player });
  }

  /** Without the addresses of files that stand with the words they came with. */
  #told(summary: string): string {
    return withoutAddresses(summary, this.run.story.back.flatMap(filesOf));
  }

  #end(): unknown {
    const { end } = this.run.story;
    if (!end) return nothing;
    const look = { success: "done", failure: "error" }[end.outcome] ?? "stopped";
    return html`<div class="wb-end ${look}" role="status">
      <strong>${this.say(`end.${look as "done" | "error" | "stopped"}`)}</strong>
      ${end.summary ? parts.prose(inOwnWords(end.summary, this.app.settings.language) ?? this.#told(end.summary)) : nothing}
    </div>`;
  }
}

define("wb-run-head", RunHead);
