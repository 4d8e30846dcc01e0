/** The event log of a run, read-only: what was said, called and answered, with filters, a search and each record whole. */
import { clock } from "../../../web/src/elements/moment.ts";
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import { shell } from "../shell.ts";
import { objectOf, textOf } from "../../../web/src/transport/json.ts";
import { CHANNELS, type EventType, type UnifiedEvent } from "./event-lines.ts";
import { define, parts, Piece } from "./parts.ts";
import type { Run } from "./run.ts";

const { html, nothing } = shell;

/** What the chips leave: one kind of thing each. */
const CHIPS = [
  ["tools", ["tool_call", "tool_result"]],
  ["messages", ["agent_message", "user_reply", "planner_ask_user"]],
  ["status", ["status"]],
  ["errors", ["planner_error"]],
  ["trace", ["trace"]],
] as const satisfies readonly (readonly [string, readonly EventType[]])[];

export class LogView extends Piece {
  static override properties = {
    run: {},
    selected: { state: true },
    follow: { state: true },
    chips: { state: true },
    channel: { state: true },
    text: { state: true },
  };
  declare run: Run;
  declare selected: number;
  declare follow: boolean;
  declare chips: ReadonlySet<string>;
  declare channel: string;
  declare text: string;
  #typing: number | undefined;
  #of: Run | null = null;

  constructor() {
    super();
    this.#reset();
  }

  protected override watches(app: App): readonly (Changes | null | undefined)[] {
    return [app.settings, this.run];
  }

  protected override willUpdate(): void {
    if (this.#of === this.run) return;
    this.#of = this.run;
    this.#reset();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.run.lines.filter(new Set(), new Set(), "");
  }

  #reset(): void {
    this.selected = 0;
    this.follow = true;
    this.chips = new Set();
    this.channel = this.text = "";
  }

  override render(): unknown {
    const { lines } = this.run;
    return html`<div class="log wb-log" role="group" aria-label=${this.say("log.title")}>
      <div class="log-tools">
        <div class="search">
          <input
            type="search"
            aria-label=${this.app.say("log.search")}
            placeholder=${this.app.say("log.search")}
            .value=${this.text}
            @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)}
          />
        </div>
        <select aria-label=${this.say("log.channel")} @change=${this.#pick}>
          <option value="">${this.say("log.channels")}</option>
          ${CHANNELS.map(
            (channel) =>
              html`<option value=${channel} ?selected=${channel === this.channel}>
                ${this.say(`channel.${channel}`)}
              </option>`,
          )}
        </select>
        <label class="tick"
          ><input
            type="checkbox"
            .checked=${this.follow}
            @change=${() => (this.follow = !this.follow)}
          />${this.app.say("log.follow")}</label
        >
      </div>
      <div class="chips" role="group" aria-label=${this.app.say("log.kinds")}>
        ${CHIPS.map(
          ([name]) =>
            html`<button
              type="button"
              class="chip"
              aria-pressed=${this.chips.has(name) ? "true" : "false"}
              @click=${() => this.#toggle(name)}
            >
              ${this.say(`log.${name}`)}
            </button>`,
        )}
        <span class="quiet wb-count" role="status">${this.#counted()}</span>
      </div>
      <div class="log-panes">
        <loket-log-list
          .book=${lines}
          .selected=${this.selected}
          .follow=${this.follow}
          label=${this.app.say("log.list")}
          @loket-select=${(event: CustomEvent<number>) => (this.selected = event.detail)}
          @loket-unfollow=${() => (this.follow = false)}
        ></loket-log-list>
        ${this.#detail(this.run.story.events[this.selected - 1])}
      </div>
    </div>`;
  }

  #detail(event: UnifiedEvent | undefined): unknown {
    if (!event) return html`<div class="log-detail"><p class="quiet">${this.app.say("log.choose")}</p></div>`;
    const { story } = this.run;
    const { type, seq, timestamp, author, channel, agentId, payload, record } = event;
    const raw = story.records[record - 1] ?? {};
    const json = JSON.stringify({ event, record: raw }, null, 2);
    const title = `${seq} · ${type}`;
    const { reasoning: told, ...rest } = payload;
    const reasoning = textOf(told) || story.reasonOf(textOf(payload["callId"]));
    const thought = objectOf(objectOf(raw["event"])["usage"])["model"] !== undefined;
    return html`<div class="log-detail" role="region" aria-label=${title} tabindex="0">
      <h3>${title}</h3>
      <p class="quiet">
        ${clock(timestamp)} · ${this.say(`author.${author}`)}${agentId && agentId !== author ? ` (${agentId})` : ""} ·
        ${this.say(`channel.${channel}`)}
      </p>
      ${reasoning ? html`<p><strong>${this.say("why")}</strong> ${reasoning}</p>` : nothing} ${parts.table(rest)}
      ${thought ? html`<loket-prompt .seq=${record}></loket-prompt>` : nothing}
      <details>
        <summary>JSON</summary>
        <pre class="dump" tabindex="0">${json}</pre>
        <loket-copy .text=${json}></loket-copy>
      </details>
    </div>`;
  }

  #counted(): string {
    const { lines, story } = this.run;
    const count = this.local(story.events.length);
    if (!lines.found) return this.app.say("log.count", { count });
    return this.app.say("log.found", { found: this.local(lines.found.length), count });
  }

  readonly #pick = (event: Event): void => {
    this.channel = (event.target as HTMLSelectElement).value;
    this.#filter();
  };

  #toggle(name: string): void {
    const chips = new Set(this.chips);
    if (!chips.delete(name)) chips.add(name);
    this.chips = chips;
    this.#filter();
  }

  #type(text: string): void {
    this.text = text;
    window.clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => this.#filter(), 200);
  }

  #filter(): void {
    const types = new Set(CHIPS.filter(([name]) => this.chips.has(name)).flatMap(([, kinds]) => [...kinds]));
    this.run.lines.filter(types, new Set(this.channel ? [this.channel] : []), this.text);
    this.requestUpdate();
  }
}

define("wb-log", LogView);
