/** The status of a surface: is it at work, at what, what does it say, since when. The four status paths, in words. */
import { html, nothing } from "lit";
import { z } from "zod";
import { type IconName, iconOf } from "../elements/icons.ts";
import type { Key } from "../i18n/words.ts";
import { objectOf, textOf } from "../transport/json.ts";
import { Act, Common, DynamicJson, StepWords, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";

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
  readonly state: "idle" | "running" | "done" | "asks" | "error";
  readonly icon: IconName;
  readonly word: Key;
}

const LOOKS: Readonly<Record<Look["state"], Look>> = {
  idle: { state: "idle", icon: "dot", word: "status.idle" },
  running: { state: "running", icon: "clock", word: "status.running" },
  done: { state: "done", icon: "check", word: "status.done" },
  asks: { state: "asks", icon: "question", word: "status.asks" },
  error: { state: "error", icon: "alert", word: "status.error" },
};

/** How a status looks: its step says it all but for work that is going on. */
export function lookOf(loading: boolean, step: string): Look {
  if (step === "waiting") return LOOKS.asks;
  if (loading) return LOOKS.running;
  if (step === "error") return LOOKS.error;
  return step === "done" ? LOOKS.done : LOOKS.idle;
}

/** Why a source was used, in words; the code itself when we have none. */
const REASONS: Readonly<Record<string, Key>> = {
  no_api_key: "reason.no_api_key",
  too_short: "reason.too_short",
  no_text: "reason.no_text",
  timeout: "reason.timeout",
  connect_error: "reason.connect_error",
  exception: "reason.exception",
  still_truncated: "reason.still_truncated",
};

export function reasonKey(code: string): Key | null {
  if (/^http_\d+$/.test(code)) return "reason.http";
  if (code.startsWith("continue_")) return "reason.still_truncated";
  return REASONS[code] ?? null;
}

class StatusPart extends Part<typeof StatusPanel> {
  protected override readonly api = StatusPanel;

  protected override draw({ status, steps, stop, stopAction }: Props<typeof StatusPanel>): Drawn {
    const value = objectOf(status);
    const step = textOf(value["step"]) || "idle";
    const look = lookOf(value["loading"] === true, step);
    const label = (steps ?? []).find((one) => one.step === step)?.label;
    const at = textOf(value["lastRefresh"]);
    const source = textOf(value["source"]);
    const loading = value["loading"] === true;
    return html`<div class="status ${look.state}">
      <div
        role="status"
        aria-live="polite"
        aria-atomic="false"
        aria-busy=${loading ? "true" : "false"}
        aria-label=${this.say("status.title")}
      >
        <p class="state"><span class="node ${look.state}">${iconOf(look.icon)}</span>${this.say(look.word)}</p>
        <p class="message">${textOf(value["message"]) || this.say("status.nothing")}</p>
        <dl class="facts">
          <div>
            <dt>${this.say("status.step")}</dt>
            <dd>${label ? html`${String(label)} <code>${step}</code>` : html`<code>${step}</code>`}</dd>
          </div>
          ${
            at
              ? html`<div>
                  <dt>${this.say("status.refreshed")}</dt>
                  <dd><time>${at}</time></dd>
                </div>`
              : nothing
          }
          ${
            source
              ? html`<div>
                  <dt>${this.say("status.source")}</dt>
                  <dd>${source}${this.#why(textOf(value["sourceReason"]))}</dd>
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

  #why(code: string): Drawn {
    if (!code) return nothing;
    const key = reasonKey(code);
    return html` <span class="pill">${key ? this.say(key) : code}</span>`;
  }
}

export const statusPanel = entry(StatusPanel, StatusPart);
