/** The steps before a run: connect, choose a scenario, an agent, its tools and instructions, and begin. */
import { shell } from "../shell.ts";
import { strayed } from "./bridges.ts";
import type { Config } from "./config.ts";
import { choiceField, toolFields } from "./fields.ts";
import { define, Piece } from "./parts.ts";
import type { ScenarioAgent } from "./scenario.ts";
import type { CardCheck } from "./server.ts";
import { type Refused, refusalBox } from "./refusal.ts";
import { agreement, cardPanel } from "./card-panel.ts";
import "./begin.ts";
import "./check.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

/** Whoever runs the server may allow an address by it, and where that is its person, they by a button. */
const SETTING = "LOKET_ALLOW_PRIVATE";

export class SetUp extends Piece {
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
    if (!config.opened) return html`<p class="quiet breathing" role="status">${this.app.say("loading")}</p>`;
    return html`${config.brokenLink ? html`<p class="box error" role="alert">${this.say("link.broken")}</p>` : nothing}
      <ol class="wb-steps">
        ${this.#step(1, "connect", config.connecting === "here" && !config.card?.doubtful, this.#connect())}
        ${this.#step(2, "scenario", config.loading === "here", this.#scenario())}
        ${this.#step(3, "agent", config.ours !== undefined, this.#agent())}
        ${this.#step(4, "tools", config.ours !== undefined, this.#tools())}
        ${this.#step(
          5,
          "begin",
          false,
          html`<wb-begin .config=${config} ?beginning=${this.beginning} .trouble=${this.trouble}></wb-begin>`,
        )}
      </ol>`;
  }

  #step(
    number: number,
    name: "connect" | "scenario" | "agent" | "tools" | "begin",
    done: boolean,
    body: unknown,
  ): unknown {
    return html`<li class="wb-step ${done ? "done" : ""}">
      <span class="wb-number" aria-hidden="true">${done ? iconOf("check") : number}</span>
      <section aria-labelledby="wb-step-${name}">
        <h2 id="wb-step-${name}">
          ${this.say(`step.${name}`)}${done ? html`<span class="sr-only"> (${this.say("step.done")})</span>` : nothing}
        </h2>
        ${body}
      </section>
    </li>`;
  }

  #connect(): unknown {
    const { config } = this;
    const busy = config.connecting === "loading";
    return html`<form class="wb-row" @submit=${this.#submit}>
        <div class="field">
          <label for="wb-endpoint">${this.say("connect.address")}</label>
          <p class="hint" id="wb-endpoint-hint">${this.say("connect.hint")} ${this.say("connect.without")}</p>
          <input
            id="wb-endpoint"
            type="url"
            inputmode="url"
            autocomplete="url"
            spellcheck="false"
            placeholder="https://agent.example/a2a"
            aria-describedby="wb-endpoint-hint"
            .value=${config.endpoint}
            @input=${(event: Event) => config.setEndpoint((event.target as HTMLInputElement).value)}
          />
        </div>
        <button
          class=${config.connecting === "here" ? "" : "primary"}
          ?disabled=${!config.endpoint}
          aria-disabled=${busy ? "true" : nothing}
        >
          ${this.say("connect.button")}
        </button>
      </form>
      <div aria-live="polite">
        ${busy ? html`<p class="quiet breathing">${this.say("connect.busy")}</p>` : nothing} ${this.#strayed()}
        ${config.refusal ? this.#refused(config.refusal) : nothing} ${config.card ? this.#card(config.card) : nothing}
      </div>`;
  }

  #card(card: CardCheck): unknown {
    return html`${cardPanel(card, this.app)}
      <wb-check .server=${this.config.server} .url=${this.config.endpoint}></wb-check>
      ${agreement(card, this.app, () => void this.config.allow(card.digest))}`;
  }

  /** A side that was played, kept or linked: it plays no more, or something else; the way on is one that is played here. */
  #strayed(): unknown {
    const { config } = this;
    const how = strayed(config);
    if (!how) return nothing;
    return html`<div class="box asks" role="alert">
      <p>${this.say(`strayed.${how}`)}</p>
      ${
        config.counterpart && config.scenario
          ? html`<button type="button" class="primary" @click=${() => void config.simulate()}>
              ${iconOf("agent")}${this.say("simulate.button")}
            </button>`
          : html`<p class="quiet">${this.say("strayed.choose")}</p>`
      }
    </div>`;
  }

  /** An agent on this machine or network may be called when its person says so: the server names the setting then. */
  #refused(refusal: Refused): unknown {
    const { config } = this;
    const local =
      refusal.message.includes(SETTING) && !strayed(config)
        ? html`<p>${this.say("allow.text", { url: config.endpoint })}</p>
            <button type="button" class="primary" @click=${() => void config.allow()}>
              ${this.say("allow.button")}
            </button>`
        : nothing;
    return refusalBox(refusal, this.app, () => void config.connect(), local);
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    if (this.config.connecting !== "loading") void this.config.connect();
  };

  #scenario(): unknown {
    const { config } = this;
    const { scenario } = config;
    return html`<div class="field">
        <label for="wb-library">${this.say("scenario.library")}</label>
        <div class="wb-row">
          <select
            id="wb-library"
            @change=${(event: Event) => config.setAddress((event.target as HTMLSelectElement).value, true)}
          >
            <option value="" .selected=${!config.library.some(({ address }) => address === config.address)}>
              ${this.say("scenario.choose")}
            </option>
            ${config.library.map(
              ({ address, title }) =>
                html`<option value=${address} .selected=${address === config.address}>${title}</option>`,
            )}
          </select>
          <button type="button" @click=${() => this.dispatchEvent(new Event("wb-library"))}>
            ${iconOf("list")}${this.say("scenario.manage")}
          </button>
        </div>
      </div>
      <div class="field">
        <label for="wb-scenario">${this.say("scenario.address")}</label>
        <p class="hint" id="wb-scenario-hint">${this.say("scenario.hint")}</p>
        <input
          id="wb-scenario"
          inputmode="url"
          spellcheck="false"
          autocomplete="off"
          aria-describedby="wb-scenario-hint"
          .value=${config.address}
          @input=${(event: Event) => config.setAddress((event.target as HTMLInputElement).value)}
        />
      </div>
      <div aria-live="polite">
        ${
          config.loading === "waiting" || config.loading === "loading"
            ? html`<p class="quiet breathing">${this.say("scenario.busy")}</p>`
            : nothing
        }
        ${config.problem ? refusalBox(config.problem, this.app, () => void config.load(), null) : nothing}
        ${
          scenario
            ? html`<div class="wb-loaded">
                <p><strong>${scenario.title}</strong></p>
                ${scenario.description ? html`<p class="quiet">${scenario.description}</p>` : nothing}
              </div>`
            : nothing
        }
      </div>`;
  }

  #agent(): unknown {
    const { scenario, planner, counterpart } = this.config;
    const other = scenario?.agents.find(({ id }) => id === counterpart)?.principal || counterpart;
    if (!scenario) return html`<p class="quiet">${this.say("agent.later")}</p>`;
    return html`<fieldset class="field wb-agents">
        <legend class="sr-only">${this.say("step.agent")}</legend>
        ${scenario.agents.map((agent) => this.#agentCard(agent, agent.id === planner, agent.id === counterpart))}
      </fieldset>
      ${scenario.agents.length > 2 ? this.#counterpart(scenario.agents) : nothing}
      ${
        counterpart
          ? html`<div class="wb-other">
              <p class="quiet">${this.say("simulate.hint", { other })}</p>
              <button type="button" @click=${() => void this.config.simulate()}>
                ${iconOf("agent")}${this.say("simulate.button")}
              </button>
              <p class="quiet" role="status">${this.#simulated()}</p>
            </div>`
          : nothing
      }`;
  }

  #counterpart(agents: readonly ScenarioAgent[]): unknown {
    const others = agents.filter(({ id }) => id !== this.config.planner);
    const options = others.map(({ id, principal }) => [id, principal || id] as const);
    const title = [this.say("counterpart.title"), ""] as const;
    return choiceField("counterpart", title, options, this.config.counterpart, (id) => this.config.setCounterpart(id));
  }

  /** What became of it, for the address is in the first step. */
  #simulated(): unknown {
    const { connecting, endpoint, bridge } = this.config;
    if (connecting === "none" || endpoint !== bridge) return nothing;
    if (connecting === "loading") return this.say("connect.busy");
    return this.say(connecting === "here" ? "simulate.here" : "simulate.failed");
  }

  #agentCard(agent: ScenarioAgent, ours: boolean, other: boolean): unknown {
    return html`<label class="wb-agent ${ours ? "ours" : ""}">
      <input type="radio" name="wb-agent" .checked=${ours} @change=${() => this.config.setPlanner(agent.id)} />
      <span>
        <strong>${agent.principal || agent.id}</strong> <code class="quiet">${agent.id}</code>
        ${ours ? html`<span class="pill">${this.say("agent.ours")}</span>` : nothing}
        ${other ? html`<span class="pill">${this.say("agent.other")}</span>` : nothing}
        ${agent.situation ? html`<span class="wb-about quiet">${agent.situation}</span>` : nothing}
      </span>
    </label>`;
  }

  #tools(): unknown {
    const { config } = this;
    const agent = config.ours;
    if (!agent) return html`<p class="quiet">${this.say("tools.later")}</p>`;
    return html`${
        agent.tools.length === 0
          ? html`<p class="quiet">${this.say("tools.none")}</p>`
          : toolFields(agent.tools, config.tools, this.say.bind(this), (names) => config.setTools(names))
      }
      <div class="field">
        <label for="wb-instructions"
          >${this.say("instructions.title")} <span class="optional">${this.app.say("field.optional")}</span></label
        >
        <p class="hint" id="wb-instructions-hint">${this.say("instructions.hint")}</p>
        <textarea
          id="wb-instructions"
          rows="4"
          aria-describedby="wb-instructions-hint"
          .value=${config.options.instructions}
          @input=${(event: Event) => config.setOptions({ instructions: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
      </div>`;
  }
}

define("wb-set-up", SetUp);
