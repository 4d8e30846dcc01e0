/** My earlier conversations: title, state and time of each, with a link to it and a way to delete it. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { tongueOf } from "../i18n/tongue.ts";
import { inTheirs, type Key } from "../i18n/words.ts";
import { hashOf } from "../state/router.ts";
import type { Entry } from "../transport/api.ts";
import { askToDelete } from "./delete-dialog.ts";
import { Here } from "./here.ts";
import { type IconName, iconOf } from "./icons.ts";
import { moment } from "./moment.ts";

interface Look {
  readonly key: Key;
  readonly icon: IconName;
  readonly look: string;
}

const STATES: Readonly<Record<string, Look>> = {
  working: { key: "state.working", icon: "clock", look: "running" },
  asking: { key: "state.asking", icon: "question", look: "asks" },
  waiting: { key: "state.waiting", icon: "clock", look: "idle" },
};
/** How what is over came out. */
const ENDS: Readonly<Record<string, Look>> = {
  success: { key: "state.idle", icon: "check", look: "done" },
  neutral: { key: "state.idle", icon: "check", look: "done" },
  asks: { key: "status.open", icon: "question", look: "asks" },
  failure: { key: "status.error", icon: "alert", look: "error" },
  stopped: { key: "step.stopped", icon: "stop", look: "stopped" },
};

/** How a conversation stands; undefined where nothing has been done in it. */
export function lookOf({ state, outcome }: Pick<Entry, "state" | "outcome">): Look | undefined {
  return STATES[state] ?? ENDS[outcome];
}

export class ConversationList extends LightElement {
  static override properties = { short: { type: Boolean } };
  declare short: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app.conversations, app]);

  constructor() {
    super();
    this.short = false;
  }

  override render(): unknown {
    const { app } = this.#here;
    const { state, more } = app.conversations;
    // Where nothing was asked there is nothing to find again; where the reader is now is always shown.
    const current = app.router.route.conversation;
    const entries = app.conversations.entries.filter(
      (entry) => entry.title || entry.state !== "idle" || entry.id === current || app.about(entry.assistant)?.talk,
    );
    if (state === "absent") return nothing;
    if (state === "loading") return html`<p class="quiet">${app.say("conversations.loading")}</p>`;
    if (state === "failed" && entries.length === 0) {
      return html`<p class="quiet">${app.say("conversations.failed")}</p>
        <button type="button" @click=${() => void app.conversations.load()}>
          ${iconOf("again")}${app.say("again")}
        </button>`;
    }
    if (entries.length === 0) return html`<p class="quiet">${app.say("conversations.none")}</p>`;
    const shown = this.short ? entries.slice(0, 8) : entries;
    return html`<ul class="conversations">
        ${shown.map((entry) => this.#row(entry))}
      </ul>
      ${
        more && !this.short
          ? html`<button type="button" @click=${() => void app.conversations.loadMore()}>
              ${app.say("conversations.more")}
            </button>`
          : nothing
      }`;
  }

  /** A conversation in which only a surface was opened bears the surface's name. */
  #title(entry: Entry): { readonly title: string; readonly lang?: string } {
    const { app } = this.#here;
    const { title } = entry;
    // What was clicked in a talk has no words for a title.
    if (!title) return { title: app.say(lookOf(entry) ? "chat.title" : "conversations.untitled") };
    const surface = app.about(entry.assistant)?.surfaces.find((one) => one.id === title);
    if (surface) return { title: inTheirs(surface.titles, app.settings.language) || title };
    // The words of a person, in their language.
    return { title, lang: tongueOf(title) };
  }

  #row(entry: Entry): unknown {
    const { app } = this.#here;
    const look = lookOf(entry);
    const here = app.router.route.conversation === entry.id;
    const { title, lang } = this.#title(entry);
    return html`<li class="conversation ${here ? "here" : ""}">
      <a href=${hashOf(app.routeTo(entry.id, entry.assistant))} aria-current=${here ? "page" : nothing}>
        <span class="conversation-title" lang=${lang || nothing}>${title}</span>
        <span class="quiet">
          ${look ? html`<span class="state-word ${look.look}">${iconOf(look.icon)}${app.say(look.key)}</span> · ` : nothing}
          <time datetime=${entry.updated}>${moment(entry.updated, app.say("date.locale"))}</time>
        </span>
      </a>
      ${
        this.short
          ? nothing
          : html`<button
              type="button"
              class="plain icon-only"
              aria-label=${app.say("delete.named", { title })}
              title=${app.say("delete.button")}
              @click=${() => askToDelete(entry.id)}
            >
              ${iconOf("trash")}
            </button>`
      }
    </li>`;
  }
}

customElements.define("loket-conversations", ConversationList);
