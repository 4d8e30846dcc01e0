/** The bar on top: the name, where I am, language, theme, connection, and the way to the event log. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import type { Theme } from "../state/settings.ts";
import { type Key, type Language, LANGUAGES } from "../i18n/words.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";

const THEMES: readonly (readonly [Theme, Key])[] = [
  ["system", "theme.system"],
  ["light", "theme.light"],
  ["dark", "theme.dark"],
];

const HOME_STATES = { loading: "connecting", ready: "live", absent: "live", failed: "lost" } as const;

/** What the browser tells of its line. */
const LINE = ["online", "offline"] as const;

export class TopBar extends LightElement {
  static override properties = { menu: { type: Boolean }, where: {} };
  /** Whether the side menu is shown (small screens). */
  declare menu: boolean;
  declare where: string;
  readonly #here = new Here(this, (app) => [
    app.settings,
    app.conversation,
    app.conversation?.link,
    app.conversations,
    app,
  ]);

  constructor() {
    super();
    this.menu = false;
    this.where = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const news of LINE) window.addEventListener(news, this.#line);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const news of LINE) window.removeEventListener(news, this.#line);
  }

  readonly #line = (): void => this.requestUpdate();

  override render(): unknown {
    const { app } = this.#here;
    const { wanted, held } = app.pass;
    // Of a conversation that is gone there is nothing to read, and nothing to be connected with.
    const { gone } = app;
    return html`<header class="top">
      <button
        type="button"
        class="plain menu-button"
        ?hidden=${wanted}
        aria-expanded=${this.menu ? "true" : "false"}
        aria-controls="side"
        @click=${() => this.dispatchEvent(new CustomEvent("loket-menu"))}
      >
        ${iconOf(this.menu ? "close" : "menu")}<span>${app.say("menu")}</span>
      </button>
      <a class="brand" href="#/">${mark()}<span>Loket</span></a>
      ${this.where ? html`<span class="where"><span aria-hidden="true">/</span> ${this.where}</span>` : nothing}
      <span class="spring"></span>
      ${wanted || gone ? nothing : this.#connection()}
      <div class="choices-bar">
        <label class="sr-only" for="language">${app.say("language")}</label>
        <select id="language" @change=${(event: Event) => void app.settings.setLanguage(valueOf(event) as Language)}>
          ${LANGUAGES.map(
            ([code, name]) =>
              html`<option value=${code} lang=${code} ?selected=${app.settings.language === code}>${name}</option>`,
          )}
        </select>
        <label class="sr-only" for="theme">${app.say("theme")}</label>
        <select id="theme" @change=${(event: Event) => app.settings.setTheme(valueOf(event) as Theme)}>
          ${THEMES.map(([name, key]) => html`<option value=${name} ?selected=${app.settings.theme === name}>${app.say(key)}</option>`)}
        </select>
      </div>
      ${
        app.conversation && !wanted && !gone
          ? html`<button
              type="button"
              class="log-button"
              aria-expanded=${app.settings.drawer ? "true" : "false"}
              aria-controls="log"
              @click=${() => app.settings.setDrawer(!app.settings.drawer)}
            >
              ${iconOf("log")}<span>${app.say("log.button")}</span>
            </button>`
          : nothing
      }
      ${
        held
          ? html`<button type="button" class="sign-out" @click=${() => void app.signOut()}>
              ${app.say("signOut")}
            </button>`
          : nothing
      }
    </header>`;
  }

  #connection(): unknown {
    const { app } = this.#here;
    // At home nothing is followed: what was asked last says whether the server is there.
    const followed = app.conversation?.link.state ?? HOME_STATES[app.conversations.state];
    // Whether anything can be sent from here the browser knows before it is tried.
    const state = navigator.onLine ? followed : "lost";
    const key: Key =
      state === "live" || state === "resting" ? "connected" : state === "connecting" ? "connecting" : "disconnected";
    return html`<span class="connection ${key}"
      ><span class="dot" aria-hidden="true"></span><span>${app.say(key)}</span></span
    >`;
  }
}

function valueOf(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}

/** The sign: a counter seen from the front, an opening with a shelf. */
function mark(): unknown {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path d="M5 27V14a11 11 0 0 1 22 0v13" />
    <path d="M2.500 27h27M10 20h12" />
  </svg>`;
}

customElements.define("loket-top-bar", TopBar);
