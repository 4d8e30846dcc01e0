/** One use of a source or an agent: a line; open it for the reason, what was asked and what came back. */
import { html, nothing, type TemplateResult } from "lit";
import type { CallLine } from "../wire.ts";
import type { Key, Values } from "../i18n/words.ts";
import "./copy-button.ts";
import { type IconName, iconOf } from "./icons.ts";
import { table } from "./value-table.ts";

type Say = (key: Key, values?: Values) => string;

/** `alone`: the only one of its step, whose state and time stand above it already. */
export function callCard(call: CallLine, by: "source" | "agent", alone: boolean, say: Say): TemplateResult {
  const icon: IconName = by === "agent" || call.remote ? "agent" : "source";
  return html`<details class="call ${by}">
    <summary>
      ${iconOf(icon)}<span class="call-name"
        >${say(by === "agent" || call.remote ? "call.agent" : "call.source")} <code>${call.tool}</code></span
      >
      ${alone ? nothing : html`<span class="quiet">${stateOf(call, say)}</span>`}
    </summary>
    <div class="call-body">
      ${call.reason ? html`<p><strong>${say("call.why")}</strong> ${call.reason}</p>` : nothing}
      ${call.text && call.ok === false ? html`<p class="field-error">${iconOf("alert")}<span>${call.text}</span></p>` : nothing}
      ${call.notes.map((note) => html`<p class="quiet">${note.text}</p>`)}
      ${part(say("call.asked"), call.args, call.args_cut, say)}
      ${call.state === "returned" && call.ok ? part(say("call.answer"), call.value, call.value_cut, say) : nothing}
    </div>
  </details>`;
}

function part(title: string, value: unknown, cut: boolean, say: Say): TemplateResult {
  const json = JSON.stringify(value, null, 2) ?? "";
  return html`<section class="call-part">
    <h3>${title}</h3>
    ${
      cut
        ? html`<p class="quiet">${say("call.cut")}</p>`
        : html`<div class="scroll" role="region" aria-label=${title} tabindex="0">${table(value)}</div>`
    }
    ${
      cut
        ? nothing
        : html`<details>
            <summary>JSON</summary>
            <pre class="dump" tabindex="0">${json}</pre>
            <loket-copy .text=${json}></loket-copy>
          </details>`
    }
  </section>`;
}

function stateOf(call: CallLine, say: Say): string {
  if (call.state !== "returned") return say(call.state === "held" ? "look.asks" : "look.running");
  const took = call.took_ms === null ? "" : ` · ${call.took_ms} ms`;
  return `${say(call.ok ? "look.done" : call.code === "cancelled" ? "look.stopped" : "look.error")}${took}`;
}
