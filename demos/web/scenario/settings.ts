/** What may be changed while a run goes on: how messages leave, what the planner heeds, and which tools it has. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { limitFields, modeFields, toolFields } from "./fields.ts";
import { limitsIn, type Mode } from "./options.ts";
import { define, Piece } from "./parts.ts";
import type { Run } from "./run.ts";
import { toolOf } from "./scenario.ts";
import { withoutSource } from "./event-lines.ts";

const { html } = shell;

export class RunSettings extends Piece {
  static override properties = { run: {}, instructions: { state: true }, pending: { state: true } };
  declare run: Run;
  /** Null while nobody writes. */
  declare instructions: string | null;
  /** What was changed and is not in the log yet: the next change is made beside it. */
  declare pending: JsonObject;
  /** So many changes are on their way. */
  #under = 0;
  /** The settings before the first of them. */
  #before: unknown;

  constructor() {
    super();
    this.instructions = null;
    this.pending = {};
  }

  protected override willUpdate(): void {
    const { run, settings } = this.run.story;
    if (this.#under === 0 && this.#before !== settings) this.pending = {};
    if (this.instructions === textOf(run["instructions"])) this.instructions = null;
  }

  override render(): unknown {
    const { settings } = this.run.story;
    const playing = { ...this.run.story.run, ...this.pending };
    const say = this.say.bind(this);
    const tools = listOf((playing["me"] as JsonObject | undefined)?.["tools"])
      .filter(isObject)
      .map(toolOf);
    const kept = textOf(playing["instructions"]);
    const off = new Set(
      listOf(this.pending["toolsOff"] ?? settings["tools_off"]).map((name) => withoutSource(textOf(name))),
    );
    const on = new Set(tools.map(({ name }) => name).filter((name) => !off.has(name)));
    const mode: Mode = playing["mode"] === "approve" ? "approve" : "auto";
    return html`<div class="wb-settings">
      ${modeFields(mode, say, (chosen) => this.#change({ mode: chosen }))}
      ${limitFields(limitsIn(objectOf(playing["limits"])), say, (limits) => this.#change({ limits: { ...limits } }))}
      ${
        tools.length === 0
          ? html`<p class="quiet">${this.say("tools.none")}</p>`
          : toolFields(tools, on, say, (names) =>
              this.#change({ toolsOff: tools.map(({ name }) => name).filter((name) => !names.includes(name)) }),
            )
      }
      <form class="field" @submit=${(event: Event) => this.#instruct(event, kept)}>
        <label for="wb-run-instructions">${this.say("instructions.title")}</label>
        <p class="hint" id="wb-run-instructions-hint">${this.say("instructions.hint")}</p>
        <textarea
          id="wb-run-instructions"
          rows="4"
          aria-describedby="wb-run-instructions-hint"
          .value=${this.instructions ?? kept}
          @input=${(event: Event) => (this.instructions = (event.target as HTMLTextAreaElement).value)}
        ></textarea>
        <div class="buttons">
          <button ?disabled=${this.instructions === null || this.instructions === kept}>
            ${this.say("settings.keep")}
          </button>
        </div>
      </form>
    </div>`;
  }

  #instruct(event: Event, kept: string): void {
    event.preventDefault();
    this.#change({ instructions: this.instructions ?? kept });
    void this.goOn("#wb-run-instructions");
  }

  #change(body: JsonObject): void {
    if (this.#under === 0) this.#before = this.run.story.settings;
    this.#under += 1;
    this.pending = { ...this.pending, ...body };
    const over = (taken: boolean): void => {
      this.#under -= 1;
      if (!taken) this.pending = {};
      this.requestUpdate();
    };
    this.dispatchEvent(new CustomEvent("wb-act", { bubbles: true, detail: { deed: "change", body, over } }));
  }
}

define("wb-settings", RunSettings);
