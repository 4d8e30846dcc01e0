/** The left side: what can be asked here, and my conversations. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { inTheirs, langOfTheirs } from "../i18n/words.ts";
import { HOME, hashOf } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf, isIcon } from "./icons.ts";
import "./conversations.ts";

export class SideNav extends LightElement {
  readonly #here = new Here(this, (app) => [app.settings, app.router, app.conversations, app]);

  override render(): unknown {
    const { app } = this.#here;
    const { language } = app.settings;
    const { conversations } = app;
    const { route } = app.router;
    const atHome = route.conversation === null && !route.talk;
    // At home the list itself says that it is empty.
    const none =
      conversations.state === "absent" || (conversations.state === "ready" && conversations.entries.length === 0);
    return html`<nav aria-label=${app.say("nav.title")}>
      <a class="nav-link" href="#/" aria-current=${atHome ? "page" : nothing}
        >${iconOf("home")}${app.say("nav.home")}</a
      >
      ${app.assistants.map(
        (assistant) =>
          html`<h2 lang=${assistant.locale || "nl"}>${assistant.title}</h2>
            <ul>
              ${
                assistant.talk
                  ? html`<li>
                      <a
                        class="nav-link"
                        aria-current=${route.assistant === assistant.name ? "page" : nothing}
                        href=${hashOf({ conversation: null, surface: null, talk: true, assistant: assistant.name })}
                        >${iconOf(assistant.beside === "map" ? "map" : "agent")}${app.say("chat.new")}</a
                      >
                    </li>`
                  : nothing
              }
              ${assistant.surfaces
                .filter((surface) => surface.id !== HOME)
                .map(
                  (surface) =>
                    html`<li>
                      <button
                        type="button"
                        class="nav-link"
                        @click=${() => void app.startAnew(surface.id, assistant.name)}
                      >
                        ${iconOf(isIcon(surface.icon) ? surface.icon : "list")}<span
                          lang=${langOfTheirs(surface.titles, language) ?? nothing}
                          >${inTheirs(surface.titles, language) ?? surface.title}</span
                        >
                      </button>
                    </li>`,
                )}
            </ul>`,
      )}
      ${
        none
          ? nothing
          : html`<h2>${app.say("nav.mine")}</h2>
              <loket-conversations short></loket-conversations>`
      }
    </nav>`;
  }
}

customElements.define("loket-side-nav", SideNav);
