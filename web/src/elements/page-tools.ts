/** Above a conversation: the way back, and what can be done with the whole of it. */
import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.ts";
import { askToDelete } from "./delete-dialog.ts";
import { iconOf } from "./icons.ts";

/** `short`: there is room for a word each; whoever hears the names hears them whole. */
export function pageTools(conversation: string, app: App, short = false): TemplateResult {
  const back = app.say("back");
  return html`<div class="page-tools">
    <a class="back" href="#/" aria-label=${short ? back : nothing}
      >${iconOf("back")}${short ? app.say("nav.home") : words(back, app.say("nav.home"))}</a
    >
    ${app.conversation?.presence === "ready" ? deeds(conversation, app, short) : nothing}
  </div>`;
}

/** A name where there is room for it, and a word of it on a phone. */
function words(name: string, word: string): TemplateResult {
  return html`<span class="with-room">${name}</span><span class="without-room">${word}</span>`;
}

function deeds(conversation: string, app: App, short: boolean): TemplateResult {
  const erase = app.say("delete.button");
  const save = app.say("chat.export");
  const talk = app.router.route.talk;
  return html`<span class="page-deeds">
    ${
      talk
        ? html`<button type="button" class="plain" @click=${() => app.startOver()}>
            ${iconOf("plus")}${app.say("chat.restart")}
          </button>`
        : nothing
    }
    <a href=${app.api.exportAddress(conversation)} download aria-label=${save}
      >${iconOf("download")}${talk ? save : words(save, "")}</a
    >
    <button type="button" class="plain" title=${short ? erase : nothing} @click=${() => askToDelete(conversation)}>
      ${iconOf("trash")}${short ? app.say("delete.yes") : words(erase, app.say("delete.yes"))}
    </button>
  </span>`;
}
