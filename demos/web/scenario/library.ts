/** The library of scenarios: what comes along and what is one's own; open, copy, hide and bring back. */
import { shell } from "../shell.ts";
import type { Config } from "./config.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { LibraryEntry, Server } from "./server.ts";
import "./editor.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

/** A scenario to begin with; what is to be filled in is empty. */
const EMPTY = {
  metadata: { id: "", title: "", description: "" },
  agents: [1, 2].map((number) => ({
    agentId: `agent-${number}`,
    principal: { type: "organization", name: "", description: "" },
    situation: "",
    systemPrompt: "",
    goals: [],
    tools: [],
    knowledgeBase: {},
    messageToUseWhenInitiatingConversation: "",
  })),
};

export class Library extends Piece {
  static override properties = {
    server: {},
    config: {},
    entries: { state: true },
    deleted: { state: true },
    problem: { state: true },
    opened: { state: true },
  };
  declare server: Server;
  declare config: Config;
  /** Null while they are being read. */
  declare entries: readonly LibraryEntry[] | null;
  declare deleted: boolean;
  declare problem: Refused | null;
  /** The id of the one that is being edited; "" for a new one, null for none. */
  declare opened: string | null;

  constructor() {
    super();
    this.entries = this.problem = this.opened = null;
    this.deleted = false;
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  override render(): unknown {
    if (this.opened !== null)
      return html`<wb-editor
        .server=${this.server}
        .named=${this.opened}
        .empty=${EMPTY}
        @wb-close=${() => void this.#close()}
        @wb-use=${(event: CustomEvent<string>) => this.#use(event.detail)}
      ></wb-editor>`;
    return html`<section class="wb">
      <button type="button" class="plain wb-back" @click=${() => this.dispatchEvent(new Event("wb-close"))}>
        ${iconOf("back")}${this.say("library.back")}
      </button>
      <header class="wb-head">
        <div><h1 tabindex="-1">${this.say("library.title")}</h1></div>
        <button type="button" class="primary" @click=${() => this.#open("")}>
          ${iconOf("plus")}${this.say("library.new")}
        </button>
      </header>
      <label class="tick"
        ><input type="checkbox" .checked=${this.deleted} @change=${this.#toggle} />${this.say("library.deleted")}</label
      >
      ${this.problem ? refusalBox(this.problem, this.app, () => void this.#load()) : nothing} ${this.#list()}
    </section>`;
  }

  #list(): unknown {
    if (this.entries === null)
      return this.problem
        ? nothing
        : html`<div class="skeleton page" role="status" aria-label=${this.app.say("loading")}>
            <span></span><span></span>
          </div>`;
    if (this.entries.length === 0) return html`<p class="quiet wb-none">${this.say("library.none")}</p>`;
    return html`<ul class="wb-library">
      ${this.entries.map((entry) => this.#entry(entry))}
    </ul>`;
  }

  #entry(entry: LibraryEntry): unknown {
    const { id, title, description, locked, deleted, shipped } = entry;
    return html`<li class="card">
      <h2>${title}</h2>
      <p class="wb-pills">
        <code class="quiet">${id}</code>
        ${shipped ? html`<span class="pill">${this.say("library.shipped")}</span>` : nothing}
        ${locked ? html`<span class="pill">${this.say("library.locked")}</span>` : nothing}
        ${deleted ? html`<span class="pill error">${this.say("library.hidden")}</span>` : nothing}
      </p>
      ${description ? html`<p>${description}</p>` : nothing}
      <div class="buttons">
        ${
          deleted
            ? html`<button
                type="button"
                aria-label="${this.say("library.restore")}: ${title}"
                @click=${() => void this.#hide(id, false)}
              >
                ${iconOf("again")}${this.say("library.restore")}
              </button>`
            : html`<button
                  type="button"
                  class="primary"
                  aria-label="${this.say("library.use")}: ${title}"
                  @click=${() => this.#use(entry.address)}
                >
                  ${this.say("library.use")}
                </button>
                <button type="button" aria-label="${this.say("library.open")}: ${title}" @click=${() => this.#open(id)}>
                  ${iconOf("edit")}${this.say("library.open")}
                </button>
                ${
                  locked
                    ? nothing
                    : html`<button
                        type="button"
                        class="plain"
                        aria-label="${this.say("library.delete")}: ${title}"
                        @click=${() => void this.#hide(id, true)}
                      >
                        ${iconOf("trash")}${this.say("library.delete")}
                      </button>`
                }`
        }
      </div>
    </li>`;
  }

  readonly #toggle = (): void => {
    this.deleted = !this.deleted;
    void this.#load();
  };

  #use(address: string): void {
    this.config.setAddress(address, true);
    void this.config.browse();
    this.dispatchEvent(new Event("wb-close"));
  }

  #open(id: string): void {
    this.opened = id;
    void this.goOn("h1");
  }

  async #close(): Promise<void> {
    this.opened = null;
    void this.goOn("h1");
    await this.#load();
  }

  async #hide(id: string, hidden: boolean): Promise<void> {
    await this.#tried(() => this.server.hide(id, hidden));
    await this.#load();
  }

  async #load(): Promise<void> {
    await this.#tried(async () => (this.entries = await this.server.library(this.deleted)));
    void this.config.browse();
  }

  async #tried(does: () => Promise<unknown>): Promise<void> {
    this.problem = null;
    try {
      await does();
    } catch (error) {
      this.problem = Refused.of(error);
    }
  }
}

define("wb-library", Library);
