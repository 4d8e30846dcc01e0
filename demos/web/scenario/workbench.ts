/** The page of the workbench: the steps before a run, and the run itself with its two panes, its log and its files. */
import type { App } from "../../../web/src/state/app.ts";
import type { Changes } from "../../../web/src/state/changes.ts";
import type { DrawTalk } from "../../../web/src/modules/brought.ts";
import { shell } from "../shell.ts";
import { Config } from "./config.ts";
import { keepFocus } from "./focus.ts";
import { define, Piece, take } from "./parts.ts";
import { Refused } from "./refusal.ts";
import { Run } from "./run.ts";
import { Server } from "./server.ts";
import { keepSession } from "./stored.ts";
import styles from "./workbench.css?inline";
import "./library.ts";
import "./set-up.ts";
import "./run-view.ts";

const { html, nothing } = shell;

class Workbench extends Piece {
  static override properties = {
    beginning: { state: true },
    trouble: { state: true },
    shelf: { state: true },
  };
  declare beginning: boolean;
  declare trouble: string;
  /** The library is open. */
  declare shelf: boolean;
  #config: Config | null = null;
  /** What the link said that the set-up came by. */
  #given: string | undefined;
  #server: Server | null = null;
  #run: Run | null = null;
  #unwatch = (): void => undefined;

  constructor() {
    super();
    this.beginning = this.shelf = false;
    this.trouble = "";
  }

  protected override watches(app: App): readonly (Changes | null | undefined)[] {
    return [app.settings, app, app.router, app.conversation];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatch = keepFocus(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch();
    this.#run?.close();
    this.#run = null;
  }

  override render(): unknown {
    const { app } = this;
    const { conversation } = app;
    if (this.#run?.conversation !== conversation) {
      this.#run?.close();
      this.#run = conversation ? new Run(conversation) : null;
    }
    if (this.#run) return html`<wb-run .run=${this.#run} .server=${this.#served}></wb-run>`;
    const config = this.#configured();
    if (this.shelf)
      return html`<wb-library
        .server=${this.#served}
        .config=${config}
        @wb-close=${() => this.#turnTo(false)}
      ></wb-library>`;
    return html`<section class="wb">
      <h1 tabindex="-1">${app.about()?.title}</h1>
      <p class="lead">${this.say("lead")}</p>
      <wb-set-up
        .config=${config}
        ?beginning=${this.beginning}
        .trouble=${this.trouble}
        @wb-library=${() => this.#turnTo(true)}
        @wb-begin=${() => void this.#begin(config)}
      ></wb-set-up>
    </section>`;
  }

  #turnTo(shelf: boolean): void {
    this.shelf = shelf;
    void this.goOn(shelf ? "h1" : "#wb-library");
  }

  #configured(): Config {
    const { given } = this.app.router.route;
    if (this.#config && given !== this.#given) this.shelf = false; // a link that is followed leads to the steps
    if (!this.#config || given !== this.#given) void (this.#config ??= new Config(this.#served)).open(given);
    this.#given = given;
    return this.#config;
  }

  get #served(): Server {
    return (this.#server ??= new Server(this.app.api));
  }

  /** The planner begins: a run of what was chosen, and its first step. */
  async #begin(config: Config): Promise<void> {
    const { app } = this;
    this.beginning = true;
    this.trouble = "";
    try {
      const id = await this.#served.begin(config.choice);
      keepSession(config.endpoint, { conversation: id, plannerStarted: true });
      app.router.go({ conversation: id, surface: null, talk: true });
    } catch (error) {
      this.trouble = Refused.of(error).message || this.say("server.unreachable");
    } finally {
      this.beginning = false;
    }
  }
}

define("wb-workbench", Workbench);

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export const workbench: DrawTalk = (_app, given) => {
  take(given);
  return html`<wb-workbench></wb-workbench>${nothing}`;
};
