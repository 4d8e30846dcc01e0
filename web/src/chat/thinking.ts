/** What is thought aloud before the first words: folded until somebody opens it, and gone when the words come. */
import { html, nothing, type TemplateResult } from "lit";
import { iconOf } from "../elements/icons.ts";
import type { DraftText } from "../folds/drafts.ts";
import type { App } from "../state/app.ts";
import { plainly } from "./prose.ts";

/** The words that are being written in a scope; undefined while there are none. */
export function draftIn(drafts: readonly DraftText[], path: string | undefined): string | undefined {
  return drafts.find(({ scope, thinking }) => scope === path && !thinking)?.text;
}

export function thinkingIn(
  drafts: readonly DraftText[],
  path: string | undefined,
  app: Pick<App, "say">,
): TemplateResult | typeof nothing {
  const thought = drafts.find(({ scope, thinking }) => scope === path && thinking);
  if (!thought) return nothing;
  return html`<details class="thinking" aria-live="off">
    <summary>${iconOf("dots")}<span class="breathing">${app.say("thinking.now")}</span></summary>
    ${plainly(thought.text)}
  </details>`;
}
