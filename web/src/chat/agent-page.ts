/** The page of an agent that a call of this talk found: who it says it is, whether it can be trusted, what it can do. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { type IconName, iconOf } from "../elements/icons.ts";
import { day } from "../elements/moment.ts";
import { tongueNote } from "../elements/tongue-note.ts";
import { table } from "../elements/value-table.ts";
import { langIn, tongueOf } from "../i18n/tongue.ts";
import { wholeOf } from "../log/whole.ts";
import { Trouble } from "../transport/api.ts";
import { type Json, type JsonObject, objectOf, textOf } from "../transport/json.ts";
import { type Agent, agentOf, callAt, type Skill } from "./agents.ts";
import { checksOf, type Difference, differencesOf, type Verdict } from "./checks.ts";
import { inWords } from "../elements/schema-fields.ts";
import "../elements/copy-button.ts";
import "../elements/schema-form.ts";

const ICONS: Readonly<Record<Verdict, IconName>> = { good: "check", note: "info", bad: "alert" };
/** What the checks say in words already. */
const CHECKED = [
  "pin",
  "signature",
  "spoken",
  "login",
  "other_origin",
  "instead_of",
  "confirmation_needed",
  "differences",
  "warnings",
  "oddities",
];
const NAMED = ["card_url", "digest", "version", "provider", "streaming"] as const;
const CHANGED = ["name", "description", "version", "address", "ways", "login", "signed", "parameters"] as const;

export class AgentPage extends LightElement {
  static override properties = { busy: { state: true }, trouble: { state: true } };
  declare busy: boolean;
  declare trouble: string;
  readonly #here = new Here(this, (app) => [app.settings, app, app.router, app.conversation, app.conversation?.log]);

  constructor() {
    super();
    this.busy = false;
    this.trouble = "";
  }

  override render(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    if (!conversation || conversation.presence === "loading") return this.#coming();
    const call = callAt(conversation.steps, app.router.route.agent ?? "");
    if (!call) return this.#none(app.say("agent.absentText"));
    const whole = wholeOf(conversation.log, call, "value");
    if (whole.state === "coming") return this.#coming();
    if (whole.state === "far") return this.#none(app.say("agent.far"));
    const agent = whole.state === "here" ? agentOf(call, whole.value) : null;
    return agent ? this.#page(agent) : this.#none(app.say("agent.absentText"));
  }

  #coming(): unknown {
    return html`<div class="skeleton page" role="status" aria-label=${this.#here.app.say("loading")}>
      <span></span><span></span>
    </div>`;
  }

  #none(why: string): unknown {
    const { app } = this.#here;
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say("agent.absent")}</h1>
      <p>${why}</p>
      <p><a class="button primary" href="#/t/${app.conversation?.id}">${app.say("agent.back")}</a></p>
    </section>`;
  }

  #page(agent: Agent): unknown {
    const { app } = this.#here;
    return html`<article class="agent-page">
      <header class="page-head">
        <h1 tabindex="-1">${agent.name}</h1>
        ${tongueNote(tongueOf(agent.description), app.reader)}
        <p class="lead" lang=${langIn(agent.description, "")}>${agent.description}</p>
        <p class="quiet">${app.say("agent.stranger")}</p>
      </header>
      ${this.#trust(agent)}
      <section aria-label=${app.say("agent.skills")}>
        <h2>${app.say("agent.skills")} <span class="quiet">(${agent.skills.length})</span></h2>
        ${agent.skills.length === 0 ? html`<p>${app.say("agent.unskilled")}</p>` : nothing}
        ${this.trouble ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${this.trouble}</span></p>` : nothing}
        ${agent.skills.map((skill) => this.#skill(agent, skill))}
      </section>
    </article>`;
  }

  #trust(agent: Agent): unknown {
    const { app } = this.#here;
    const checks = checksOf(agent, (iso) => day(iso, app.say("date.locale")));
    const changes = differencesOf(agent);
    return html`<section class="card agent-trust" aria-label=${app.say("agent.trust")}>
      <h2>${app.say("agent.trust")}</h2>
      <p><span class="quiet">${app.say("agent.address")}</span> <code class="address">${agent.address}</code></p>
      ${
        checks.length > 0
          ? html`<ul class="checks" aria-label=${app.say("agent.checks")}>
              ${checks.map(
                ({ verdict, key, values, text }) =>
                  html`<li class=${verdict}>
                    ${iconOf(ICONS[verdict])}<span
                      ><strong>${app.say(`agent.${verdict}`)}</strong>
                      ${key ? app.say(key, values) : html`<span lang="en">${text}</span>`}</span
                    >
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      ${changes.length > 0 ? this.#changes(changes) : nothing} ${this.#details(agent)}
    </section>`;
  }

  /** What a changed card said before, and what it says now. */
  #changes(changes: readonly Difference[]): unknown {
    const { app } = this.#here;
    const said = (text: string): unknown => text || html`<span class="quiet">${app.say("agent.nothing")}</span>`;
    return html`<h3>${app.say("agent.differences")}</h3>
      <ul class="changes">
        ${changes.map(
          ({ what, was, now }) =>
            html`<li>
              <strong>${this.#changed(what)}</strong>
              <dl class="table">
                <div>
                  <dt>${app.say("agent.was")}</dt>
                  <dd>${said(was)}</dd>
                </div>
                <div>
                  <dt>${app.say("agent.now")}</dt>
                  <dd>${said(now)}</dd>
                </div>
              </dl>
            </li>`,
        )}
      </ul>`;
  }

  /** `skills/bake/description` in words. */
  #changed(path: string): string {
    const { app } = this.#here;
    const [first = "", skill = "", field = ""] = path.split("/");
    const word = (name: string): string => {
      const known = CHANGED.find((one) => one === name);
      return known ? app.say(`diff.${known}`) : "";
    };
    if (first !== "skills") return word(first) || app.say("diff.other");
    const named = [app.say("diff.skill"), skill].filter(Boolean).join(" ");
    return field ? `${named}: ${word(field) || inWords(field)}` : named;
  }

  #details(agent: Agent): unknown {
    const { app } = this.#here;
    const facts = Object.entries(agent.facts).filter(([name, value]) => !CHECKED.includes(name) && !isEmpty(value));
    const key = textOf(objectOf(agent.facts["signature"])["key"]);
    const json = JSON.stringify(agent, null, 2);
    return html`<details>
      <summary>${app.say("agent.details")}</summary>
      <dl class="table">
        ${[...facts, ...(key ? ([["key", key]] as const) : [])].map(
          ([name, value]) =>
            html`<div>
              <dt>${this.#fact(name)}</dt>
              <dd>${typeof value === "boolean" ? app.say(value ? "yes" : "no") : table(value)}</dd>
            </div>`,
        )}
      </dl>
      <details>
        <summary>JSON</summary>
        <pre class="dump" tabindex="0" role="region" aria-label="JSON">${json}</pre>
        <loket-copy .text=${json}></loket-copy>
      </details>
    </details>`;
  }

  /** The words for what we know of a card; anything else goes by its own name. */
  #fact(name: string): string {
    const { app } = this.#here;
    const known = name === "key" ? name : NAMED.find((one) => one === name);
    return known ? app.say(`fact.${known}`) : inWords(name);
  }

  #skill(agent: Agent, skill: Skill): unknown {
    const { app } = this.#here;
    const free: JsonObject = {
      properties: { text: { type: "string", title: app.say("agent.words") } },
      required: ["text"],
    };
    return html`<section class="card skill" aria-label=${skill.name}>
      <h3>${skill.name}</h3>
      ${skill.description ? html`<p lang=${langIn(skill.description, "")}>${skill.description}</p>` : nothing}
      ${
        skill.tags.length > 0
          ? html`<ul class="chips">
              ${skill.tags.map((tag) => html`<li>${tag}</li>`)}
            </ul>`
          : nothing
      }
      ${
        skill.examples.length > 0
          ? html`<div>
              <p class="quiet">${app.say("agent.examples")}</p>
              <ul class="examples">
                ${skill.examples.map(
                  (example) =>
                    html`<li>
                      <q><span lang=${langIn(example, "")}>${example}</span></q>
                    </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
      <details>
        <summary>${app.say("agent.ask")}</summary>
        <loket-schema-form
          .schema=${skill.schema ?? free}
          .label=${app.say("agent.send")}
          ?busy=${this.busy}
          @loket-form=${(event: CustomEvent<JsonObject>) => void this.#invoke(agent, skill, event.detail)}
        ></loket-schema-form>
      </details>
    </section>`;
  }

  /** What is asked goes through the talk, like everything else, and is answered there. */
  async #invoke(agent: Agent, skill: Skill, filled: JsonObject): Promise<void> {
    const { app } = this.#here;
    const { conversation } = app;
    if (!conversation) return;
    const free = skill.schema === null;
    const payload = {
      task_base_url: agent.address,
      skill_id: skill.id,
      skill_name: skill.name,
      found: agent.call,
      parameters: free ? {} : filled,
      ...(free ? { text: textOf(filled["text"]) } : {}),
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

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

customElements.define("loket-agent-page", AgentPage);
