/** What can be done with an answer: copy it, ask once more where it failed, say whether it was good; and what it cost. */
import { html, nothing, type TemplateResult } from "lit";
import { iconOf } from "../elements/icons.ts";
import "../elements/copy-button.ts";
import type { TurnTelling } from "./answer.ts";
import type { Saying, Turn } from "./turns.ts";
import { inUsage, spentBy } from "./usage.ts";

export function deedsOf(turn: Turn, answers: readonly Saying[], telling: TurnTelling): unknown {
  const { app, tell } = telling;
  const words = [...turn.before, ...answers.filter(({ trouble }) => !trouble)];
  const text = words.map((one) => one.text).join("\n\n");
  const last = answers.findLast(({ trouble }) => !trouble);
  const asked = turn.said?.files.length === 0 ? turn.said.text : "";
  const failed = answers.some(({ trouble, code }) => trouble || code === "interrupted");
  const spent = spentBy(turn.nodes);
  if (!text && !(failed && asked)) return nothing;
  return html`<div class="deeds" role="group" aria-label=${app.say("deed.label")}>
    ${text ? html`<loket-copy .text=${text}></loket-copy>` : nothing}
    ${
      failed && asked
        ? html`<button type="button" @click=${() => tell({ kind: "user_said", text: asked })}>
            ${iconOf("again")}${app.say("deed.again")}
          </button>`
        : nothing
    }
    ${last ? [true, false].map((good) => thumb(last, good, telling)) : nothing}
    ${spent ? html`<span class="quiet">${inUsage(spent, { language: app.settings.language, say: app.reader.say })}</span>` : nothing}
  </div>`;
}

/** Pressed once more it takes back what it said. */
function thumb({ seq, good }: Saying, which: boolean, { app, rate }: TurnTelling): TemplateResult {
  const pressed = good === which;
  return html`<button
    type="button"
    aria-pressed=${pressed}
    title=${pressed ? app.say("deed.rated") : nothing}
    @click=${() => rate(seq, pressed ? null : which)}
  >
    ${iconOf(which ? "good" : "bad")}${app.say(which ? "deed.good" : "deed.bad")}
  </button>`;
}
