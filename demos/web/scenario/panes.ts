/** The two conversations side by side: the person with the planner, and the planner with the agent. */
import { clock } from "../../../web/src/elements/moment.ts";
import { shell } from "../shell.ts";
import { define, parts, Piece } from "./parts.ts";
import { type JsonObject, textOf } from "../../../web/src/transport/json.ts";
import { inOwnWords, saidWhy } from "./own-words.ts";
import type { Run } from "./run.ts";
import type { UnifiedEvent } from "./event-lines.ts";
import { filesOf, withoutAddresses } from "./story.ts";

const { html, nothing } = shell;
/** So many lines are drawn; who wants those before asks for them. */
const MOST = 60;
/** This near its end a pane follows what comes. */
const NEAR = 80;

export class Pane extends Piece {
  static override properties = { run: {}, side: {}, foot: {}, shown: { state: true }, behind: { state: true } };
  declare run: Run;
  declare side: "front" | "back";
  /** What stands below the lines. */
  declare foot: unknown;
  declare shown: number;
  /** Something new stands below what the reader sees. */
  declare behind: boolean;
  #atEnd = true;
  #last: UnifiedEvent | undefined;

  constructor() {
    super();
    this.shown = MOST;
    this.behind = false;
  }

  override render(): unknown {
    const lines = this.run.story[this.side];
    const title = this.say(this.side === "front" ? "pane.front" : "pane.back");
    const hidden = Math.max(0, lines.length - this.shown);
    return html`<section class="wb-pane card" aria-label=${title}>
      <h2>${title}</h2>
      <div class="wb-lines" role="log" aria-label=${title} tabindex="0" @scroll=${this.#scrolled}>
        ${
          hidden > 0
            ? html`<button type="button" class="plain" @click=${() => (this.shown += MOST)}>
                ${shell.draw.iconOf("up")}${this.say("pane.earlier", { count: Math.min(hidden, MOST) })}
              </button>`
            : nothing
        }
        ${lines.length === 0 ? html`<p class="quiet">${this.say(this.side === "front" ? "pane.front.empty" : "pane.back.empty")}</p>` : nothing}
        <ol>
          ${lines.slice(hidden).map((line) => this.#line(line))}
        </ol>
      </div>
      ${
        this.behind
          ? html`<button type="button" class="latest" @click=${() => this.#toEnd()}>
              ${shell.draw.iconOf("down")}${this.app.say("log.latest")}
            </button>`
          : nothing
      }
      ${this.foot}
    </section>`;
  }

  override updated(): void {
    const last = this.run.story[this.side].at(-1);
    if (last === this.#last) return;
    this.#last = last;
    if (this.#atEnd) this.#toEnd();
    else this.behind = true;
  }

  #line(event: UnifiedEvent): unknown {
    const { type, author, timestamp, payload } = event;
    const failed = type === "planner_error";
    const said = textOf(payload["note"]) || textOf(payload["text"]) || textOf(payload["message"]);
    const text = (failed && inOwnWords(said, this.app.settings.language)) || withoutAddresses(said, filesOf(event));
    const reasoning = this.#reason(event);
    const files = filesOf(event);
    return html`<li class="wb-line ${failed ? "system" : author}">
      <p class="wb-by">
        <strong>${this.say(failed ? "author.system" : `author.${author}`)}</strong>
        <time class="quiet">${clock(timestamp).slice(0, 8)}</time>
        ${failed ? html`<code>${textOf(payload["code"])}</code>` : nothing}
      </p>
      <div class="wb-said">
        ${text ? (author === "user" ? html`<p class="wb-pre">${text}</p>` : parts.prose(text)) : nothing}
      </div>
      ${
        files.length > 0
          ? html`<ul class="wb-files">
              ${files.map((file) => html`<li>${this.#file(file)}</li>`)}
            </ul>`
          : nothing
      }
      ${
        reasoning
          ? html`<details class="wb-why">
              <summary>${this.say("why")}</summary>
              <p>${saidWhy(reasoning, this.app.settings.language, this.run.story)}</p>
              ${this.#prompt(event)}
            </details>`
          : nothing
      }
    </li>`;
  }

  #reason({ author, type, payload, record }: UnifiedEvent): string {
    if (author !== "planner" || type === "planner_error") return "";
    const call = textOf(payload["callId"]);
    if (call) return this.run.story.reasonOf(call);
    return this.run.story.decisions.find(({ seq }) => seq === record)?.reasoning ?? "";
  }

  /** What a model was asked for it; nothing where none was. */
  #prompt({ payload, record }: UnifiedEvent): unknown {
    const call = textOf(payload["callId"]);
    const decided = call ? Number(call.split(".")[0]) : record;
    const model = this.run.story.decisions.find(({ seq }) => seq === decided)?.model;
    return model ? html`<loket-prompt .seq=${decided}></loket-prompt>` : nothing;
  }

  #file(file: JsonObject): unknown {
    const { conversation, api } = this.app;
    const known = this.run.story.vault.resolve(file);
    const name = textOf(file["name"]) || known?.name || textOf(file["docId"]);
    const digest = textOf(file["digest"]) || (known?.digest ?? "");
    const label = html`${shell.draw.iconOf("clip")}<span>${name}</span>`;
    return digest && conversation
      ? html`<a href=${api.fileAddress(conversation.id, digest)} download=${name}>${label}</a>`
      : html`<span>${label}</span>`;
  }

  readonly #scrolled = (event: Event): void => {
    const { scrollTop, scrollHeight, clientHeight } = event.target as HTMLElement;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#atEnd) this.behind = false;
  };

  #toEnd(): void {
    const lines = this.querySelector(".wb-lines");
    if (lines) lines.scrollTop = lines.scrollHeight;
    this.#atEnd = true;
    this.behind = false;
  }
}

define("wb-pane", Pane);
