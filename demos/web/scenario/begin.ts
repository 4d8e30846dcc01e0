/** The last step before a run: how messages leave, who plays, how far it may go, and the button that begins it. */
import { shell } from "../shell.ts";
import type { Config } from "./config.ts";
import { choiceField, limitFields, modeFields } from "./fields.ts";
import { SCRIPT } from "./options.ts";
import { define, Piece } from "./parts.ts";
import type { Key } from "./words.ts";
import "./link.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

export class Begin extends Piece {
  static override properties = { config: {}, beginning: { type: Boolean }, trouble: {} };
  declare config: Config;
  declare beginning: boolean;
  /** Why the run could not begin. */
  declare trouble: string;

  constructor() {
    super();
    this.beginning = false;
    this.trouble = "";
  }

  override render(): unknown {
    const { config } = this;
    return html`${modeFields(config.options.mode, this.say.bind(this), (mode) => config.setOptions({ mode }))}
      ${this.#players()} ${this.#variants()}
      ${limitFields(config.options.limits, this.say.bind(this), (limits) => config.setOptions({ limits }))}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          ?disabled=${!config.ready || this.beginning}
          @click=${() => this.dispatchEvent(new Event("wb-begin", { bubbles: true }))}
        >
          ${this.say("begin.button")}
        </button>
        <wb-link .config=${config}></wb-link>
      </div>
      ${config.ready ? nothing : html`<p class="quiet">${this.say(this.#missing())}</p>`}
      ${this.trouble ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${this.trouble}</span></p>` : nothing}`;
  }

  #missing(): Key {
    if (!this.config.planner) return "begin.missing";
    return this.config.card?.doubtful ? "begin.agree" : "begin.connect";
  }

  /** Who plays the planner: said where there is nothing to choose. */
  #players(): unknown {
    const { config } = this;
    const { players } = config;
    const { model, oracle } = config.options;
    if (players.length === 0)
      return html`<p class="quiet">${this.say("player", { player: this.say("player.none") })}</p>`;
    const usual = ["", this.say("player.usual")] as const;
    const models = players.map(
      ({ name, description }) => [name, description ? `${name} (${description})` : name] as const,
    );
    const rules = [SCRIPT, this.say("player.none")] as const;
    const title = [this.say("player.title"), ""] as const;
    return html`${choiceField("player", title, [usual, ...models, rules], model, (model) => config.setOptions({ model }))}
    ${
      model === SCRIPT
        ? nothing
        : choiceField("oracle", [this.say("oracle.title"), ""], [usual, ...models], oracle, (oracle) =>
            config.setOptions({ oracle }),
          )
    }`;
  }

  /** The courses that events may take, where a scenario has more than one. */
  #variants(): unknown {
    const { config } = this;
    const { variants } = config.scenario ?? { variants: [] };
    if (variants.length < 2) return nothing;
    const options = variants.map(
      ({ id, title, ends }) => [id, `${title} (${this.say(`ends.${ends}` as Key)})`] as const,
    );
    const words = [this.say("variant.title"), this.say("variant.hint")] as const;
    return choiceField("variant", words, options, config.variant, (id) => config.setVariant(id));
  }
}

define("wb-begin", Begin);
