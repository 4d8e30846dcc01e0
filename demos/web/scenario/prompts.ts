/** Every decision of a run with its reason, and the very prompt it was made from. */
import { clock } from "../../../web/src/elements/moment.ts";
import { shell } from "../shell.ts";
import { saidWhy } from "./own-words.ts";
import { define, Piece } from "./parts.ts";
import type { Run } from "./run.ts";

const { html, nothing } = shell;
/** So many are drawn; who wants those before asks for them. */
const MOST = 40;

export class Prompts extends Piece {
  static override properties = { run: {}, shown: { state: true } };
  declare run: Run;
  declare shown: number;

  constructor() {
    super();
    this.shown = MOST;
  }

  override render(): unknown {
    const { decisions } = this.run.story;
    if (decisions.length === 0) return html`<p class="quiet wb-none">${this.say("prompts.none")}</p>`;
    const hidden = Math.max(0, decisions.length - this.shown);
    return html`<ol class="wb-decisions" reversed>
        ${decisions
          .slice(hidden)
          .toReversed()
          .map(
            ({ seq, at, name, reasoning, model }) =>
              html`<li>
                <p>
                  <strong>${seq}</strong> <code>${name}</code> <time class="quiet">${clock(at)}</time>
                  <span class="quiet">${model || this.say("player.none")}</span>
                </p>
                ${reasoning ? html`<p>${saidWhy(reasoning, this.app.settings.language, this.run.story)}</p>` : nothing}
                ${model ? html`<loket-prompt .seq=${seq}></loket-prompt>` : nothing}
              </li>`,
          )}
      </ol>
      ${
        hidden > 0
          ? html`<button type="button" @click=${() => (this.shown += MOST)}>
              ${this.say("pane.earlier", { count: Math.min(hidden, MOST) })}
            </button>`
          : nothing
      }`;
  }
}

define("wb-prompts", Prompts);
