/** One use of a source or an agent: a line; open it for the reason, what was asked and what came back. */
import { html, nothing, type TemplateResult } from "lit";
import type { CallLine, RemoteLine } from "../wire.ts";
import { langIn } from "../i18n/tongue.ts";
import type { Key, Values } from "../i18n/words.ts";
import type { CallWords } from "./call-words.ts";
import { type IconName, iconOf } from "./icons.ts";
import { inSeconds } from "./moment.ts";
import "./record-part.ts";
import { valueBox } from "./value-box.ts";

type Say = (key: Key, values?: Values) => string;

/** How a call is told. */
export interface CallTelling {
  readonly by: "source" | "agent";
  /** The only one of its step, whose state and time stand above it already. */
  readonly alone: boolean;
  readonly words: CallWords;
  readonly language: string;
  /** The language the talk is held in, and reasons are given in; "" when that is not known. */
  readonly locale: string;
  readonly say: Say;
}

export function callCard(call: CallLine, telling: CallTelling): TemplateResult {
  const { by, say, words, locale } = telling;
  const icon: IconName = by === "agent" || call.remote ? "agent" : "source";
  return html`<details class="call ${by}">
    <summary>
      ${iconOf(icon)}<span class="call-name">${nameOf(call, telling)}</span>
      ${words.about ? html`<span class="call-about">${words.about}</span>` : nothing}
      ${telling.alone ? nothing : html`<span class="quiet">${stateOf(call, telling)}</span>`}
    </summary>
    <div class="call-body">
      ${call.remote ? html`<p class="quiet">${remoteOf(call.remote)}</p>` : nothing}
      ${call.reason ? html`<p><strong>${say("call.why")}</strong> <span lang=${langIn(call.reason, locale)}>${call.reason}</span></p>` : nothing}
      ${call.text && call.ok === false ? html`<p class="field-error">${iconOf("alert")}<span lang=${langIn(call.text, locale)}>${call.text}</span></p>` : nothing}
      ${call.notes.map((note) => html`<p class="quiet" lang=${langIn(note.text, locale)}>${note.text}</p>`)}
      ${part(say("call.asked"), call, "args")}
      ${call.state === "returned" && hasValue(call) ? part(say("call.answer"), call, "value") : nothing}
    </div>
  </details>`;
}

function nameOf(call: CallLine, { by, words, say }: CallTelling): unknown {
  if (words.title) return html`<span lang=${words.lang || nothing}>${words.title}</span>`;
  return html`${say(by === "agent" || call.remote ? "call.agent" : "call.source")} <code>${call.tool}</code>`;
}

/** Who works on it elsewhere, under which name of the task, and how it stands there. */
function remoteOf({ agent, task, state }: RemoteLine): TemplateResult {
  return html`${agent}${task ? html` · <code>${task}</code>` : nothing}${state ? ` · ${state}` : nothing}`;
}

/** A failure may bring a value too: what the agent said of it. */
function hasValue(call: CallLine): boolean {
  return call.ok === true || call.value !== null || call.value_cut;
}

function part(title: string, call: CallLine, what: "args" | "value"): TemplateResult {
  const value = call[what];
  if (what === "args" ? call.args_cut : call.value_cut)
    return html`<section class="call-part">
      <h3>${title}</h3>
      <loket-record-part .call=${call} .what=${what}></loket-record-part>
    </section>`;
  return html`<section class="call-part">
    <h3>${title}</h3>
    ${valueBox(title, value)}
  </section>`;
}

function stateOf(call: CallLine, { say, language }: CallTelling): string {
  if (call.state !== "returned") return say(call.state === "held" ? "look.asks" : "look.running");
  const took = inSeconds(call.took_ms, language, say);
  const how = say(call.ok ? "look.done" : call.code === "cancelled" ? "look.stopped" : "look.error");
  return took ? `${how} · ${took}` : how;
}
