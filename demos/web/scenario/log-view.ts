/** The event log of a run, read-only: what was said, called and answered, with filters, a search and each record whole. */
import { clock } from "../../../web/src/elements/moment.ts";
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import { shell } from "../shell.ts";
import { objectOf, textOf } from "../../../web/src/transport/json.ts";
import { CHANNELS, type EventType, type UnifiedEvent } from "./event-lines.ts";
import { saidWhy } from "./own-words.ts";
import { define, parts, Piece } from "./parts.ts";
import type { Sought } from "../../../web/src/log/log-pane.ts";
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
  static override properties = { run: {}, channel: { state: true } };
  declare run: Run;
  declare channel: string;
  #sought: Sought = { chips: new Set(), text: "" };

  constructor() {
    super();
    this.channel = "";
  }

  protected override watches(app: App): readonly (Changes | null | undefined)[] {
    return [app.settings, this.run, this.run.lines];
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("run")) return;
    this.channel = "";
    this.#sought = { chips: new Set(), text: "" };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.run.lines.filter(new Set(), new Set(), "");
  }

  override render(): unknown {
    const { lines, story } = this.run;
    lines.language = this.app.settings.language;
    return html`<div class="log wb-log" role="group" aria-label=${this.say("log.title")}>
      <loket-log-pane
        .book=${lines}
        .chips=${CHIPS.map(([name]) => [name, this.say(`log.${name}`)] as const)}
        .tools=${this.#channels()}
        .count=${this.#counted()}
        .detail=${(seq: number) => this.#detail(story.events[seq - 1])}
        @loket-seek=${({ detail }: CustomEvent<Sought>) => this.#filter(detail, this.channel)}
      ></loket-log-pane>
    </div>`;
  }

  #channels(): unknown {
    return html`<select
      aria-label=${this.say("log.channel")}
      @change=${(event: Event) => this.#filter(this.#sought, (event.target as HTMLSelectElement).value)}
    >
      <option value="">${this.say("log.channels")}</option>
      ${CHANNELS.map(
        (channel) =>
          html`<option value=${channel} .selected=${channel === this.channel}>
            ${this.say(`channel.${channel}`)}
          </option>`,
      )}
    </select>`;
  }

  #detail(event: UnifiedEvent | undefined): unknown {
    if (!event) return undefined;
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
      ${reasoning ? html`<p><strong>${this.say("why")}</strong> ${saidWhy(reasoning, this.app.settings.language, story)}</p>` : nothing}
      ${parts.table(rest)} ${thought ? html`<loket-prompt .seq=${record}></loket-prompt>` : nothing}
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

  #filter(sought: Sought, channel: string): void {
    this.#sought = sought;
    this.channel = channel;
    const types = new Set(CHIPS.filter(([name]) => sought.chips.has(name)).flatMap(([, kinds]) => [...kinds]));
    this.run.lines.filter(types, new Set(channel ? [channel] : []), sought.text);
  }
}

define("wb-log", LogView);
