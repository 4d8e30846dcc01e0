/** The middle of the page: the surface the address names, or why there is none. */
import { html, LitElement, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { inTheirs } from "../i18n/words.ts";
import { HOME, hashOf } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";
import { tongueNote } from "./tongue-note.ts";
import { pageTools } from "./page-tools.ts";
import "../chat/agent-page.ts";
import "../chat/chat-view.ts";
import "../chat/talk-edge.ts";
import "../chat/map-pane.ts";
import { isForMap } from "../chat/map-script.ts";
import "./surface-view.ts";
import "./talks.ts";

/** How long a surface may take before the page offers to open it. */
const PATIENCE = 1500;
/** For so many frames the title of a new page is waited for. */
const FRAMES = 120;

export class MainView extends LitElement {
  static override properties = { late: { state: true } };
  declare late: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app.router, app.session, app.conversation]);
  #shown = "";
  #timer: number | undefined;

  constructor() {
    super();
    this.late = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** The surface to show; for an address without one the surface that was opened last. */
  get #surface(): string {
    const { app } = this.#here;
    const { route } = app.router;
    return route.surface ?? app.session.surfaces.last ?? HOME;
  }

  override render(): unknown {
    const { app } = this.#here;
    const { conversation, talk } = app.router.route;
    if (app.gone) return this.#gone();
    if (talk) return this.#talk();
    const id = this.#surface;
    const surface = app.session.surfaces.get(id);
    const trouble = app.session.surfaces.troubles.get(id);
    return html`${conversation ? pageTools(conversation, app) : nothing}
    ${
      surface
        ? keyed(surface, html`<loket-surface-view .surface=${surface}></loket-surface-view>`)
        : trouble
          ? this.#broken(trouble)
          : this.late && app.session.link.state === "live"
            ? conversation
              ? this.#unopened(id)
              : this.#offers()
            : this.#loading()
    }`;
  }

  /** A talk in words, or the page of an agent that it found. */
  #talk(): unknown {
    const { app } = this.#here;
    const { conversation, agent } = app.router.route;
    // What a talk looks like is known with who it is with; one that begins here is drawn already.
    const unknown = app.conversation?.presence === "loading" && !app.conversation.assistant;
    const coming = conversation ? unknown && app.talkPage === conversation : !app.met;
    if (!conversation && this.#nobody()) return this.#nowhere();
    if (!agent) return coming ? this.#loading() : keyed(app.talkPage, this.#words(conversation));
    return html`<div class="page-tools">
        <a class="back" href="#/t/${conversation}">${iconOf("back")}${app.say("agent.back")}</a>
      </div>
      ${keyed(agent, html`<loket-agent-page></loket-agent-page>`)}`;
  }

  /** A talk would begin with an assistant that this server does not have. */
  #nobody(): boolean {
    const { app } = this.#here;
    const { assistants } = app;
    return assistants.length > 0 && !assistants.some(({ name }) => name === app.router.route.assistant);
  }

  /** The words, and beside them the map that is talked about. */
  #words(conversation: string | null): unknown {
    const { app } = this.#here;
    const name = app.conversation?.assistant || app.router.route.assistant;
    const told = app.assistants.find((one) => one.name === name)?.beside;
    const map = told === "map" || isForMap(app.conversation?.commands);
    return html`<div class="talk ${map ? "with-map" : ""}">
      <div class="talk-words">
        ${conversation ? pageTools(conversation, app, map) : nothing}<loket-chat></loket-chat>
      </div>
      ${map ? html`<loket-talk-edge></loket-talk-edge><loket-map-pane></loket-map-pane>` : nothing}
    </div>`;
  }

  override updated(): void {
    const { app } = this.#here;
    this.#place();
    const { route } = app.router;
    const key = app.gone
      ? "gone"
      : route.talk
        ? `${app.talkPage}/${route.agent ?? ""}`
        : `${route.conversation ?? ""}/${this.#surface}`;
    if (key === this.#shown) return;
    if (!app.gone && !route.talk && app.session.surfaces.get(this.#surface) === undefined) {
      this.#timer ??= window.setTimeout(() => {
        this.#timer = undefined;
        this.late = true;
      }, PATIENCE);
      return;
    }
    const first = this.#shown === "";
    this.#shown = key;
    this.late = false;
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    // A talk shows its end, not its title: only the focus goes there.
    if (!first) void this.#focus(!route.talk || route.agent !== undefined || app.gone);
  }

  /** An address that calls a talk a surface leads to the talk. */
  #place(): void {
    const { router, conversation } = this.#here.app;
    const { talk } = router.route;
    if (!talk && conversation && this.#here.app.talks(conversation.assistant))
      router.replace({ conversation: conversation.id, surface: null, talk: true });
  }

  /** After a step to another page the reader is at its title. */
  async #focus(top: boolean): Promise<void> {
    if (top) window.scrollTo({ top: 0 });
    for (let turn = 0; turn < FRAMES; turn++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const heading = this.querySelector<HTMLElement>("h1");
      if (!heading) continue;
      heading.focus({ preventScroll: true });
      return;
    }
  }

  #loading(): unknown {
    const { app } = this.#here;
    return html`<div class="skeleton page" role="status" aria-label=${app.say("loading")}>
      <span></span><span></span><span></span>
    </div>`;
  }

  /** Home of assistants that have no page for it: what each of them is for and what can be started. */
  #offers(): unknown {
    const { app } = this.#here;
    const { language } = app.settings;
    if (app.assistants.length === 0) return this.#loading();
    const paged = app.assistants.filter(({ name }) => !app.talks(name));
    if (paged.length === 0) return html`<loket-talks alone></loket-talks>`;
    return html`${paged.slice(0, 1).map(
        ({ name: assistant, title, summary, locale, surfaces }) =>
          html`<section class="offers" lang=${locale || "nl"}>
            <h1 tabindex="-1">${title}</h1>
            ${tongueNote(locale, app.reader)} ${summary ? html`<p class="lead">${summary}</p>` : nothing}
            <div class="grid">
              ${surfaces.map((surface) => {
                const name = inTheirs(surface.titles, language) ?? surface.title;
                const text = inTheirs(surface.summaries, language) ?? surface.summary;
                return html`<article class="card tile">
                  <h2>${name}</h2>
                  ${text ? html`<p>${text}</p>` : nothing}
                  <button
                    type="button"
                    class="primary"
                    aria-label="${app.say("offers.start")}: ${name}"
                    @click=${() => void app.startAnew(surface.id, assistant)}
                  >
                    ${app.say("offers.start")}
                  </button>
                </article>`;
              })}
            </div>
          </section>`,
      )}<loket-talks></loket-talks>`;
  }

  /** Says so, with a way to begin another one of the same kind where that is known. */
  #gone(): unknown {
    const { app } = this.#here;
    const { conversation, router, unsent } = app;
    const surface = router.route.surface ?? app.session.surfaces.last;
    const name = conversation?.assistant ?? "";
    const home = html`<a class="button ${name ? "" : "primary"}" href="#/">${app.say("gone.home")}</a>`;
    const anew = app.talks(name)
      ? html`<a
          class="button primary"
          href=${hashOf({ conversation: null, surface: null, talk: true, assistant: name })}
          >${app.say("chat.new")}</a
        >`
      : html`<button type="button" class="primary" @click=${() => void app.startAnew(surface ?? HOME, name)}>
          ${app.say("chat.new")}
        </button>`;
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say("gone.title")}</h1>
      <p>${app.say(conversation?.presence === "erased" ? "gone.erased" : "gone.text")}</p>
      ${unsent ? html`<p>${app.say("gone.unsent")}</p>` : nothing}
      <div class="buttons">${name && (app.talks(name) || (surface && surface !== HOME)) ? anew : nothing} ${home}</div>
    </section>`;
  }

  #broken(why: string): unknown {
    const { app } = this.#here;
    return html`<section class="state-page">
      <div class="box error" role="alert">
        <h1 tabindex="-1">${app.say("surface.broken")}</h1>
        <p>${app.say("surface.kept")}</p>
        <details>
          <summary>${app.say("part.details")}</summary>
          <pre class="dump" tabindex="0">${why}</pre>
        </details>
        <button type="button" @click=${() => location.reload()}>${iconOf("again")}${app.say("again")}</button>
      </div>
    </section>`;
  }

  /** There is nothing to open: it is said, and where there is. */
  #nowhere(): unknown {
    const { app } = this.#here;
    const { talk, assistant } = app.router.route;
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say(talk ? "absent.assistant" : "absent.title")}</h1>
      <p>${talk ? app.say("absent.which", { name: assistant ?? "" }) : app.say("absent.text")}</p>
      <div class="buttons"><a class="button primary" href="#/">${app.say("gone.home")}</a></div>
    </section>`;
  }

  #unopened(id: string): unknown {
    const { app } = this.#here;
    const own = app.assistants.find(({ name }) => name === app.conversation?.assistant);
    if (own && id !== HOME && !own.surfaces.some((surface) => surface.id === id)) return this.#nowhere();
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say("unopened.title")}</h1>
      <p>${app.say("unopened.text")}</p>
      <button type="button" class="primary" @click=${() => void app.start(id)}>${app.say("unopened.open")}</button>
    </section>`;
  }
}

customElements.define("loket-main-view", MainView);
