/** The middle of the page: the surface the address names, or why there is none. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { keyed } from "lit/directives/keyed.js";
import { inTheirs, learnAll } from "../i18n/words.ts";
import { HOME, hashOf } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";
import { tongueNote } from "./tongue-note.ts";
import { pageTools } from "./page-tools.ts";
import { isComing, lastPage, places } from "./places.ts";
import { isForMap } from "../chat/map-script.ts";
import "./talks.ts";

/** For so many frames the title of a new page is waited for; afterwards it has the reader who is still there. */
const FRAMES = 120;

export class MainView extends LightElement {
  readonly #here = new Here(this, (app) => [app.settings, app.router, app, app.conversation, app.surfaces]);
  #shown = "";

  override render(): unknown {
    const { app } = this.#here;
    const { conversation, talk } = app.router.route;
    if (app.gone) return this.#gone();
    if (app.starting) return this.#loading();
    if (talk) return this.#talk();
    const id = app.surface;
    const surface = app.surfaces?.get(id);
    const trouble = app.surfaces?.troubles.get(id);
    return html`${conversation ? html`${pageTools(conversation, app)} ${places(app)}` : nothing}
    ${
      surface && isComing(id, app)
        ? this.#loading()
        : surface
          ? keyed(
              surface,
              html`<loket-surface-view
                .surface=${surface}
                aria-busy=${app.once.busy ? "true" : "false"}
              ></loket-surface-view>`,
            )
          : trouble
            ? this.#broken(trouble)
            : conversation
              ? app.surfaces
                ? this.#nowhere()
                : this.#loading()
              : this.#offers()
    }`;
  }

  /** A talk in words, or the page of an agent that it found. */
  #talk(): unknown {
    const { app } = this.#here;
    void learnAll().then(() =>
      app.about()?.beside === "module" ? import("../modules/own-talk.ts") : import("../chat/talk.ts"),
    );
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
    if (app.about()?.beside === "module")
      return html`${conversation ? pageTools(conversation, app) : nothing}<loket-own-talk></loket-own-talk>`;
    const map = app.about()?.beside === "map" || isForMap(app.conversation?.commands);
    return html`<div class="talk ${map ? "with-map" : ""}">
      <div class="talk-words">
        ${conversation ? pageTools(conversation, app, map) : nothing} ${places(app)}<loket-chat></loket-chat>
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
        : `${route.conversation ?? ""}/${app.surface}`;
    if (key === this.#shown) return;
    const first = this.#shown === "";
    this.#shown = key;
    // A talk shows its end, not its title: only the focus goes there.
    if (!first) void this.#focus(!route.talk || route.agent !== undefined || app.gone);
  }

  /** An address of something the assistant does not have, or of no place of it, leads to where the reader was last. */
  #place(): void {
    const { app } = this.#here;
    const { conversation, router } = app;
    const { talk, surface } = router.route;
    const info = conversation?.presence === "ready" ? app.about(conversation.assistant) : undefined;
    if (!conversation || !info) return;
    const paged = info.surfaces.length > 0;
    const { items } = conversation.transcript;
    // Words that were said to an assistant of pages alone, and what it answered, stand on no page of it.
    const talks = info.talk || items.some(({ by, kind }) => by === "person" && kind === "said");
    if (talk ? talks : paged && (surface !== null || !talks)) return;
    const last = talks ? lastPage(items, info) : null;
    router.replace({ conversation: conversation.id, surface: last, ...(talks && !last ? { talk: true } : {}) });
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
    const [step, at] = [this.#shown, document.activeElement];
    const late = new MutationObserver(() => {
      const heading = this.querySelector<HTMLElement>("h1");
      if (!heading && step === this.#shown) return;
      late.disconnect();
      const stayed = [at, document.body].includes(document.activeElement);
      if (stayed && step === this.#shown) heading?.focus({ preventScroll: true });
    });
    late.observe(this, { childList: true, subtree: true });
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
    if (!app.met) return this.#loading();
    const paged = app.assistants.filter(({ surfaces }) => surfaces.length > 0);
    if (paged.length > 0 && !app.furnished) return this.#loading();
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
    const { surface } = router.route;
    const name = conversation?.assistant ?? "";
    const home = html`<a class="button ${name ? "" : "primary"}" href="#/">${app.say("gone.home")}</a>`;
    const page = surface && surface !== HOME ? surface : null;
    const anew = !page
      ? html`<a
          class="button primary"
          href=${hashOf({ conversation: null, surface: null, talk: true, assistant: name })}
          >${app.say("chat.new")}</a
        >`
      : html`<button type="button" class="primary" @click=${() => void app.startAnew(page, name)}>
          ${app.say("chat.new")}
        </button>`;
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say("gone.title")}</h1>
      <p>${app.say(conversation?.presence === "erased" ? "gone.erased" : "gone.text")}</p>
      ${unsent ? html`<p>${app.say("gone.unsent")}</p>` : nothing}
      <div class="buttons">${name && (app.about(name)?.talk || page) ? anew : nothing} ${home}</div>
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
}

customElements.define("loket-main-view", MainView);
