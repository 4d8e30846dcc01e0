/** The frame around everything: skip link, top bar, banners, side, main, event log; and the keys that work everywhere. */
import { ContextProvider } from "@lit/context";
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { inTheirs, learnAll } from "../i18n/words.ts";
import { type App, appContext } from "../state/app.ts";
import { HOME } from "../state/router.ts";
import type { LogDrawer } from "../log/log-drawer.ts";
import "./banner.ts";
import "./delete-dialog.ts";
import "./main-view.ts";
import "./side-nav.ts";
import "./sign-in.ts";
import "./top-bar.ts";
import { pressDigit } from "./question-card.ts";

/** The event log covers the whole window: what lies below it can't be reached. */
const COVERED = window.matchMedia("(max-width: 599px)");
/** It lies over the page, not beside it. */
const OVER = window.matchMedia("(max-width: 1199px)");

export class Shell extends LightElement {
  static override properties = { menu: { state: true } };
  declare menu: boolean;
  readonly #provider = new ContextProvider(this, { context: appContext });
  #app: App | null = null;
  #stops: (() => void)[] = [];
  /** Where the focus was before this drawing. */
  #at: Element | null = null;
  #open = false;

  constructor() {
    super();
    this.menu = false;
  }

  /** Starts the page; until then it shows nothing. */
  set app(app: App) {
    this.#app = app;
    this.#provider.setValue(app);
    const draw = (): void => this.requestUpdate();
    this.#stops = [app.settings.subscribe(draw), app.subscribe(draw)];
    this.#stops.push(app.pass.subscribe(() => this.#admit(app)));
    this.#stops.push(app.router.subscribe(() => (this.menu = false)));
    document.addEventListener("keydown", this.#key);
    COVERED.addEventListener("change", draw);
    this.#stops.push(() => COVERED.removeEventListener("change", draw));
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
    document.removeEventListener("keydown", this.#key);
  }

  override render(): unknown {
    const app = this.#app;
    if (!app) return nothing;
    const { wanted } = app.pass;
    const drawer = app.settings.drawer && app.conversation !== null && !wanted && !app.gone;
    const where = wanted ? app.say("signIn.title") : this.#where(app);
    document.title = where ? `${where} – Loket` : "Loket";
    const below = drawer && COVERED.matches;
    if (drawer) void learnAll().then(() => import("../log/log-drawer.ts"));
    return html`<a class="skip" href="#main" ?inert=${below} @click=${this.#skip}>${app.say("skip")}</a>
      <loket-top-bar
        ?inert=${below}
        ?menu=${this.menu}
        .where=${where}
        @loket-menu=${() => (this.menu = !this.menu)}
      ></loket-top-bar>
      ${wanted ? nothing : html`<loket-banner></loket-banner>`}
      <div class="frame ${drawer ? "with-log" : ""}">
        <div id="side" ?inert=${below} class="side-bar ${this.menu ? "open" : ""}">
          ${wanted ? nothing : html`<loket-side-nav></loket-side-nav>`}
        </div>
        <main id="main" tabindex="-1" ?inert=${below}>
          ${wanted ? html`<loket-sign-in></loket-sign-in>` : nothing}
          <loket-main-view ?hidden=${wanted}></loket-main-view>
        </main>
        ${drawer ? html`<loket-log-drawer></loket-log-drawer>` : nothing}
      </div>
      <loket-delete-dialog></loket-delete-dialog>`;
  }

  override willUpdate(): void {
    this.#at = document.activeElement;
  }

  /** Whoever opens the log over the page is in it; whoever closes it is back where they opened it. */
  override updated(): void {
    const drawer = this.querySelector<LogDrawer>("loket-log-drawer");
    const button = this.querySelector<HTMLElement>(".log-button");
    if (drawer && !this.#open && this.#at === button && OVER.matches)
      void customElements
        .whenDefined(drawer.localName)
        .then(() => drawer.updateComplete)
        .then(() => drawer.querySelector<HTMLElement>("h2")?.focus());
    // Whoever was in it, or nowhere, is brought back; whoever was elsewhere stays there.
    if (!drawer && this.#open && (!this.#at?.isConnected || this.#at === document.body)) button?.focus();
    this.#open = drawer !== null;
  }

  /** Whoever has signed in is where the page goes on. */
  #admit(app: App): void {
    if (app.pass.held && this.querySelector("loket-sign-in")) this.querySelector<HTMLElement>("#main")?.focus();
  }

  #where(app: App): string {
    const { route } = app.router;
    if (route.talk) return app.about()?.title ?? "";
    const { surface, surfaces } = app;
    if (surface === HOME) return "";
    const own = app.assistants.find(({ name }) => name === surfaces?.assistant);
    const info = own?.surfaces.find((one) => one.id === surface);
    return inTheirs(info?.titles ?? {}, app.settings.language) ?? (surfaces?.titleOf(surface) || info?.title || "");
  }

  readonly #skip = (event: Event): void => {
    event.preventDefault();
    this.querySelector<HTMLElement>("#main")?.focus();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.menu) {
      this.menu = false;
      this.querySelector<HTMLElement>(".menu-button")?.focus();
    } else if (event.key === "Escape" && this.#open && !hasUse(event.target)) {
      this.#app?.settings.setDrawer(false);
    } else if (pressDigit(event)) event.preventDefault();
  };
}

/** Whether Escape means something else there: a dialog and a list close, what was searched for is cleared. */
function hasUse(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.value !== "" && target.type === "search")
  );
}

customElements.define("loket-shell", Shell);
