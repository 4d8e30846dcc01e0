/** What a model would be asked before its first step, of the scenario as it is being written, whoever of its agents it plays. */
import type { JsonObject } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { choiceField } from "./fields.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import { scenarioOf } from "./scenario.ts";
import type { Server } from "./server.ts";

const { html, nothing } = shell;

export class Preview extends Piece {
  static override properties = {
    server: {},
    config: {},
    agent: { state: true },
    text: { state: true },
    problem: { state: true },
  };
  declare server: Server;
  /** The scenario, in which nothing is wrong. */
  declare config: JsonObject;
  declare agent: string;
  declare text: string;
  declare problem: Refused | null;
  #open = false;
  #asked = 0;

  constructor() {
    super();
    this.agent = this.text = "";
    this.problem = null;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.#open && changed.has("config")) void this.#load();
  }

  override render(): unknown {
    const agents = scenarioOf(this.config).agents.map(({ id, principal }) => [id, principal || id] as const);
    return html`<details class="wb-preview" @toggle=${this.#toggled}>
      <summary>${this.say("preview.title")}</summary>
      <p class="hint">${this.say("preview.hint")}</p>
      ${choiceField("preview-agent", [this.say("step.agent"), ""], agents, this.agent, (agent) => {
        this.agent = agent;
        void this.#load();
      })}
      ${this.problem ? refusalBox(this.problem, this.app, () => void this.#load()) : nothing}
      ${
        this.text
          ? html`<pre class="dump" tabindex="0" role="region" aria-label=${this.say("preview.title")}>${this.text}</pre>
              <loket-copy .text=${this.text}></loket-copy>`
          : nothing
      }
    </details>`;
  }

  readonly #toggled = (event: Event): void => {
    this.#open = (event.target as HTMLDetailsElement).open;
    if (this.#open) void this.#load();
  };

  async #load(): Promise<void> {
    const asked = (this.#asked += 1);
    const there = scenarioOf(this.config).agents.some(({ id }) => id === this.agent);
    try {
      const text = await this.server.preview(this.config, there ? this.agent : "");
      if (asked !== this.#asked) return;
      this.text = text;
      this.problem = null;
    } catch (error) {
      if (asked === this.#asked) this.problem = Refused.of(error);
    }
  }
}

define("wb-preview", Preview);
