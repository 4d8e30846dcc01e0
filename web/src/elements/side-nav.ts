/** The left side: what can be asked here, and my conversations. */
import { html, LitElement, nothing } from "lit";
import { inTheirs } from "../i18n/words.ts";
import { HOME } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf, isIcon, type IconName } from "./icons.ts";
import "./conversations.ts";

/** What a surface is called where the server does not say. */
const ICONS: Readonly<Record<string, IconName>> = { home: "home", toeslagen: "coins", bezwaar: "letter" };

export class SideNav extends LitElement {
  readonly #here = new Here(this, (app) => [app.settings, app.router, app]);

  protected override createRenderRoot(): this {
    return this;
  }

  override render(): unknown {
    const { app } = this.#here;
    const { language } = app.settings;
    const atHome = app.router.route.conversation === null;
    return html`<nav aria-label=${app.say("nav.title")}>
      <a class="nav-link" href="#/" aria-current=${atHome ? "page" : nothing}
        >${iconOf("home")}${app.say("nav.home")}</a
      >
      ${app.assistants.map(
        (assistant) =>
          html`<h2 lang=${assistant.locale || "nl"}>${assistant.title}</h2>
            <ul>
              ${assistant.surfaces
                .filter((surface) => surface.id !== HOME)
                .map(
                  (surface) =>
                    html`<li>
                      <button type="button" class="nav-link" @click=${() => void app.startAnew(surface.id)}>
                        ${icon(surface.id)}${inTheirs(surface.titles, language) ?? surface.title}
                      </button>
                    </li>`,
                )}
            </ul>`,
      )}
      ${app.conversations.state === "absent" ? nothing : html`<h2>${app.say("nav.mine")}</h2>`}
      <loket-conversations short></loket-conversations>
    </nav>`;
  }
}

function icon(surface: string): unknown {
  const name = ICONS[surface] ?? surface;
  return iconOf(isIcon(name) ? name : "list");
}

customElements.define("loket-side-nav", SideNav);
