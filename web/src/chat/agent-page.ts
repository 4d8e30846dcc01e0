/** The page of an agent that a call of this talk found: who it says it is, whether it can be trusted, what it can do. */
import { html, LitElement, nothing } from "lit";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { table } from "../elements/value-table.ts";
import { Trouble } from "../transport/api.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { type Agent, agentAt, type Skill } from "./agents.ts";
import "../elements/copy-button.ts";
import "./schema-form.ts";

/** One thing that was checked of a card: whether it is as it should be, and why. */
interface Check {
  readonly ok: boolean;
  readonly text: string;
}

export class AgentPage extends LitElement {
  static override properties = { busy: { state: true }, trouble: { state: true } };
  declare busy: boolean;
  declare trouble: string;
  readonly #here = new Here(this, (app) => [app.settings, app, app.router, app.conversation]);

  constructor() {
    super();
    this.busy = false;
    this.trouble = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override render(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    const { agent: call } = app.router.route;
    if (!conversation || conversation.presence === "loading") {
      return html`<div class="skeleton page" role="status" aria-label=${app.say("loading")}>
        <span></span><span></span>
      </div>`;
    }
    const agent = call ? agentAt(conversation.steps, call) : null;
    if (!agent) {
      return html`<section class="state-page">
        <h1 tabindex="-1">${app.say("agent.absent")}</h1>
        <p>${app.say("agent.absentText")}</p>
        <p><a class="button primary" href="#/t/${conversation.id}">${app.say("agent.back")}</a></p>
      </section>`;
    }
    return html`<article class="agent-page">
      <p><a class="back" href="#/t/${conversation.id}">${iconOf("back")}${app.say("agent.back")}</a></p>
      <header class="page-head">
        <h1 tabindex="-1">${agent.name}</h1>
        <p class="lead">${agent.description}</p>
        <p class="quiet">${app.say("agent.stranger")}</p>
      </header>
      ${this.#trust(agent)}
      <section aria-label=${app.say("agent.skills")}>
        <h2>${app.say("agent.skills")} <span class="quiet">(${agent.skills.length})</span></h2>
        ${this.trouble ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${this.trouble}</span></p>` : nothing}
        ${agent.skills.map((skill) => this.#skill(agent, skill))}
      </section>
      ${this.#raw(agent)}
    </article>`;
  }

  #trust(agent: Agent): unknown {
    const { app } = this.#here;
    const facts = Object.fromEntries(Object.entries(agent.facts).filter(([name]) => name !== "checks"));
    const checks = checksOf(agent.facts["checks"]);
    return html`<section class="card agent-trust" aria-label=${app.say("agent.trust")}>
      <h2>${app.say("agent.trust")}</h2>
      <dl class="table">
        <div>
          <dt>${app.say("agent.address")}</dt>
          <dd><code>${agent.address}</code></dd>
        </div>
        ${Object.entries(facts)
          .filter(([, value]) => !isEmpty(value))
          .map(
            ([name, value]) =>
              html`<div>
                <dt>${this.#fact(name)}</dt>
                <dd>${table(value)}</dd>
              </div>`,
          )}
      </dl>
      ${
        checks.length > 0
          ? html`<h3>${app.say("agent.checks")}</h3>
              <ul class="checks">
                ${checks.map(
                  ({ ok, text }) =>
                    html`<li class=${ok ? "ok" : "not-ok"}>
                      ${iconOf(ok ? "check" : "alert")}<span
                        ><strong>${app.say(ok ? "agent.good" : "agent.bad")}</strong> ${text}</span
                      >
                    </li>`,
                )}
              </ul>`
          : nothing
      }
    </section>`;
  }

  /** The words for what we know of a card; anything else goes by its own name. */
  #fact(name: string): string {
    const { app } = this.#here;
    const known = [
      "card_url",
      "dialect",
      "digest",
      "signature",
      "pin",
      "version",
      "provider",
      "warnings",
      "changed",
    ] as const;
    const found = known.find((one) => one === name);
    return found ? app.say(`fact.${found}`) : name;
  }

  #skill(agent: Agent, skill: Skill): unknown {
    const { app } = this.#here;
    return html`<section class="card skill" aria-label=${skill.name}>
      <h3>${skill.name}</h3>
      <p>${skill.description}</p>
      ${
        skill.tags.length > 0
          ? html`<ul class="chips">
              ${skill.tags.map((tag) => html`<li>${tag}</li>`)}
            </ul>`
          : nothing
      }
      ${
        skill.examples.length > 0
          ? html`<p class="quiet">${app.say("agent.examples")}</p>
              <ul>
                ${skill.examples.map((example) => html`<li><q>${example}</q></li>`)}
              </ul>`
          : nothing
      }
      <details>
        <summary>${app.say("agent.ask")}</summary>
        <loket-schema-form
          .schema=${skill.schema ?? FREE}
          .label=${app.say("agent.send")}
          ?busy=${this.busy}
          @loket-form=${(event: CustomEvent<JsonObject>) => void this.#invoke(agent, skill, event.detail)}
        ></loket-schema-form>
      </details>
    </section>`;
  }

  #raw(agent: Agent): unknown {
    const json = JSON.stringify(agent, null, 2);
    return html`<details>
      <summary>JSON</summary>
      <pre class="dump" tabindex="0">${json}</pre>
      <loket-copy .text=${json}></loket-copy>
    </details>`;
  }

  /** What is asked goes through the talk, like everything else, and is answered there. */
  async #invoke(agent: Agent, skill: Skill, parameters: JsonObject): Promise<void> {
    const { app } = this.#here;
    const { conversation } = app;
    if (!conversation) return;
    const free = skill.schema === null;
    const payload = {
      task_base_url: agent.address,
      skill_id: skill.id,
      found: agent.call,
      parameters: free ? {} : parameters,
      ...(free ? { text: textOf(parameters["text"]) } : {}),
    };
    this.busy = true;
    this.trouble = "";
    try {
      await conversation.tell({ kind: "surface_acted", surface: "agent", name: "agent/invoke", payload });
      app.router.go({ conversation: conversation.id, surface: null, talk: true });
    } catch (error) {
      const reached = error instanceof Trouble && error.status !== 0;
      this.trouble = app.say(reached ? "trouble.refused" : "trouble.unreachable");
    } finally {
      this.busy = false;
    }
  }
}

/** The form of a skill that says nothing of its parameters: the question in words. */
const FREE: JsonObject = { properties: { text: { type: "string", title: "Text" } }, required: ["text"] };

function checksOf(raw: Json | undefined): Check[] {
  return listOf(raw)
    .filter(isObject)
    .map((one) => ({ ok: one["ok"] === true, text: textOf(objectOf(one)["text"]) }));
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

customElements.define("loket-agent-page", AgentPage);
