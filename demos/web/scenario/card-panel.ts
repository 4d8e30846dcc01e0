/** The card of the agent that is talked with: who it is, which dialect it speaks, whether it is known, what is odd about it. */
import type { App } from "../../../web/src/state/app.ts";
import { shell } from "../shell.ts";
import { parts } from "./parts.ts";
import type { CardCheck } from "./server.ts";
import { type Key, sayFor } from "./words.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

const TRUST: Readonly<Record<string, Key>> = {
  new: "trust.new",
  same: "trust.same",
  known: "trust.same",
  changed: "trust.changed",
  unpinned: "trust.new",
};

export function cardPanel(card: CardCheck, app: App, open = false): unknown {
  const say = sayFor(app.settings);
  const odd = card.warnings.length;
  return html`<div class="wb-card">
    <p class="wb-card-name">
      ${iconOf("check")}<strong>${card.name || card.address}</strong>
      ${card.dialects[0] ? html`<span class="pill">A2A ${card.dialects[0]}</span>` : nothing}
      <span class="pill ${odd > 0 ? "asks" : "done"}"
        >${odd > 0 ? say("card.odd", { count: odd }) : say("card.right")}</span
      >
    </p>
    ${card.description ? html`<p class="quiet wb-short">${card.description}</p>` : nothing}
    <details ?open=${open}>
      <summary>${say("card.more")}</summary>
      <dl class="facts">
        ${fact(say("card.address"), html`<code>${card.address}</code>`)}
        ${fact(say("card.dialects"), html`${card.dialects.join(", ") || "–"}`)}
        ${fact(say("card.trust"), html`${say(TRUST[card.trust] ?? "trust.unknown")}`)}
        ${card.digest ? fact(say("card.digest"), html`<code class="wb-digest">${card.digest}</code>`) : nothing}
      </dl>
      ${
        odd > 0
          ? html`<h3>${say("card.check")}</h3>
              <ul class="wb-warnings" lang="en">
                ${card.warnings.map((text) => html`<li>${iconOf("alert")}<span>${text}</span></li>`)}
              </ul>`
          : nothing
      }
      ${parts.valueBox(say("card.raw"), card.raw)}
    </details>
  </div>`;
}

/** What speaks against calling it, and the way to agree to it all the same. */
export function agreement(card: CardCheck, app: App, agree: () => void): unknown {
  if (!card.doubtful) return nothing;
  const say = sayFor(app.settings);
  return html`<section class="box asks" aria-label=${say("agree.title")}>
    <p><strong>${say("agree.title")}</strong></p>
    ${card.elsewhere ? html`<p>${say("agree.elsewhere", { url: card.elsewhere })}</p>` : nothing}
    ${card.differences.length > 0 ? html`<p>${say("agree.changed")}</p>` : nothing}
    <ul class="changes">
      ${card.differences.map(
        ({ what, was, now }) =>
          html`<li>
            <code>${what}</code>
            <dl class="facts">${fact(say("agree.was"), was || "–")} ${fact(say("agree.now"), now || "–")}</dl>
          </li>`,
      )}
    </ul>
    <button type="button" class="primary" @click=${agree}>${say("agree.button")}</button>
  </section>`;
}

function fact(name: string, value: unknown): unknown {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
