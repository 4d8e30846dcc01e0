/** The status of a surface: is it at work, at what, what does it say, since when. The four status paths, in words. */
import { html, nothing } from "lit";
import { z } from "zod";
import { type IconName, iconOf } from "../elements/icons.ts";
import { secondOf } from "../elements/moment.ts";
import { reasonKey } from "../elements/reasons.ts";
import { tongueNote } from "../elements/tongue-note.ts";
import { tongueOf } from "../i18n/tongue.ts";
import { CATALOGS, type Key, LANGUAGES, learn, say } from "../i18n/words.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import { openQuestions } from "../state/timeline.ts";
import { objectOf, textOf } from "../transport/json.ts";
import { Act, Common, DynamicJson, StepWords, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

const StatusPanel = {
  name: "StatusPanel",
  tagName: "loket-status-panel",
  schema: z
    .object({
      ...Common,
      status: DynamicJson,
      steps: StepWords.optional(),
      stop: Words.optional(),
      stopAction: Act.optional(),
    })
    .strict(),
};

interface Look {
  readonly state: "idle" | "running" | "done" | "open" | "asks" | "error" | "stopped";
  readonly icon: IconName;
  readonly word: Key;
}

const LOOKS: Readonly<Record<Look["state"], Look>> = {
  idle: { state: "idle", icon: "dot", word: "status.idle" },
  running: { state: "running", icon: "clock", word: "status.running" },
  done: { state: "done", icon: "check", word: "status.done" },
  open: { state: "open", icon: "question", word: "status.open" },
  asks: { state: "asks", icon: "question", word: "status.asks" },
  error: { state: "error", icon: "alert", word: "status.error" },
  stopped: { state: "stopped", icon: "stop", word: "step.stopped" },
};

/** How a status looks: its step says it all but for work that is going on, for what was stopped, which is at rest again
 * but has said something, and for what is done and asks something all the same. */
export function lookOf(loading: boolean, step: string, message: string, open = false): Look {
  if (step === "waiting") return LOOKS.asks;
  if (loading) return LOOKS.running;
  if (step === "error") return LOOKS.error;
  if (step === "idle" && message) return LOOKS.stopped;
  if (step === "done") return open ? LOOKS.open : LOOKS.done;
  return LOOKS.idle;
}

/** Who made a text, in words; the name the server gives when we have none. */
const SOURCES: Readonly<Record<string, Key>> = { fallback: "source.fallback", gemini: "source.gemini" };

type Steps = NonNullable<Props<typeof StatusPanel>["steps"]>;

class StatusPart extends Part<typeof StatusPanel> {
  protected override readonly api = StatusPanel;

  /** The conversation, because what it asks need not be said twice. */
  protected override watches(app: App): readonly Changes[] {
    return app.conversation ? [app.settings, app, app.conversation] : [app.settings, app];
  }

  protected override draw({ status, steps, stop, stopAction }: Props<typeof StatusPanel>): Drawn {
    const value = objectOf(status);
    const step = textOf(value["step"]) || "idle";
    const loading = value["loading"] === true;
    // What somebody did is on its way to the server, which has said nothing of it yet.
    const sending = !loading && this.app?.once.busy === true;
    const look = lookOf(loading || sending, sending ? "" : step, textOf(value["message"]), value["asks"] === true);
    const word = this.say(look.word);
    const label = (steps ?? []).find((one) => one.step === step)?.label;
    const at = textOf(value["lastRefresh"]);
    const source = textOf(value["source"]);
    return html`<div class="status ${look.state}">
      <div
        role="status"
        aria-live="polite"
        aria-atomic="false"
        aria-busy=${loading || sending ? "true" : "false"}
        aria-label=${this.say("status.title")}
      >
        <div class="standing">
          <p class="state"><span class="node ${look.state}">${iconOf(look.icon)}</span>${word}</p>
          ${look === LOOKS.open ? html`<p class="turn-to">${this.say("status.turn")}</p>` : nothing}
        </div>
        ${
          sending
            ? html`<p class="message">${this.say("status.sending")}</p>`
            : this.#message(textOf(value["message"]), steps ?? [], look.word)
        }
        <dl class="facts" ?hidden=${sending}>
          ${
            // Before anything was asked there is no step, and nobody needs the word for that.
            step === "idle" && !label
              ? nothing
              : html`<div>
                  <dt>${this.say("status.step")}</dt>
                  <dd data-step=${step}>
                    ${label ? html`<span lang=${langOf(label)}>${String(label)}</span>` : nothing}
                    ${step in LOOKS || step === "waiting" ? (label ? nothing : word) : html`<code>${step}</code>`}
                  </dd>
                </div>`
          }
          ${
            at
              ? html`<div>
                  <dt>${this.say("status.refreshed")}</dt>
                  <dd><time datetime=${at}>${secondOf(at, this.say("date.locale"))}</time></dd>
                </div>`
              : nothing
          }
          ${
            source
              ? html`<div>
                  <dt>${this.say("status.source")}</dt>
                  <dd>
                    ${SOURCES[source] ? this.say(SOURCES[source]) : source}${this.#why(textOf(value["sourceReason"]))}
                  </dd>
                </div>`
              : nothing
          }
        </dl>
      </div>
      ${
        loading && stopAction
          ? html`<button type="button" class="stop" @click=${() => stopAction()}>
              ${iconOf("stop")}${stop ?? ""}
            </button>`
          : nothing
      }
    </div>`;
  }

  /** The message without the name of the wire it came over, which all messages together still show, and without a first
   * sentence that only says the word above it, in whatever language. */
  #message(raw: string, steps: Steps, word: Key): Drawn {
    const [, tool, ms] = /^(?:MCP|A2A): (\S+) \((\d+) ?ms\)$/.exec(raw) ?? [];
    const known = tool ? steps.find((one) => one.step === tool) : undefined;
    if (known) return html`<p class="message">${String(known.label)}: ${this.say("look.done")} (${ms} ms)</p>`;
    const text = raw.replace(/^A2UI: /, "");
    const { conversation } = this.app ?? {};
    const asked = conversation && openQuestions(conversation.steps).some((question) => question.text === text);
    if (asked || !text) return html`<p class="message">${this.say(asked ? "status.answer" : "status.nothing")}</p>`;
    const [first = "", ...rest] = text.split(/(?<=[.!?])\s+/);
    const tongue = tongueOf(text) || (this.app?.tongue ?? "");
    const same = [this.say(word), this.#inTheirs(tongue, word)].some((one) => one !== "" && first.startsWith(one));
    return html`${tongueNote(tongue, this.reader)}
      <p class="message">
        <span lang=${tongue || nothing}>${same && rest.length > 0 ? rest.join(" ") : text}</span>
      </p>`;
  }

  /** A word of ours in the language of who speaks, which is fetched where the reader's is another; "" until then. */
  #inTheirs(tongue: string, word: Key): string {
    const language = LANGUAGES.map(([code]) => code).find((code) => code === tongue || code.startsWith(`${tongue}-`));
    if (!language || !tongue) return "";
    if (language in CATALOGS) return say(language, word);
    void learn(language).then(
      () => this.requestUpdate(),
      () => undefined,
    );
    return "";
  }

  #why(code: string): Drawn {
    if (!code) return nothing;
    const key = reasonKey(code);
    return html` <span class="pill">${key ? this.say(key) : code}</span>`;
  }
}

export const statusPanel = entry(StatusPanel, StatusPart);
