/** A talk with an assistant: what was said, the steps in between, the questions, and a field to write in. */
import { html, LitElement, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { answered, questionCard } from "../elements/question-card.ts";
import { timeline } from "../elements/timeline.ts";
import type { Question } from "../state/timeline.ts";
import { Trouble } from "../transport/api.ts";
import { isObject, type JsonObject } from "../transport/json.ts";
import { agentsOf } from "./agents.ts";
import { type Composer } from "./composer.ts";
import { prose } from "./prose.ts";
import { type Saying, type Turn, turnsOf } from "./turns.ts";
import "./composer.ts";
import "./connect.ts";
import "./schema-form.ts";

/** This near the end of the page the reader is at the end. */
const NEAR = 120;

export class ChatView extends LitElement {
  static override properties = { sending: { state: true }, trouble: { state: true }, behind: { state: true } };
  declare sending: boolean;
  declare trouble: string;
  /** Something new came below what the reader sees. */
  declare behind: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app, app.router, app.conversation]);
  #atEnd = true;
  #height = 0;

  constructor() {
    super();
    this.sending = false;
    this.trouble = "";
    this.behind = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("scroll", this.#scrolled, { passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("scroll", this.#scrolled);
  }

  override render(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    const name = conversation?.assistant || app.router.route.assistant || "";
    const info = app.assistants.find((one) => one.name === name);
    const turns = conversation ? turnsOf(conversation.steps, conversation.transcript) : [];
    const working = conversation?.steps.working ?? false;
    return html`<section class="chat" lang=${info?.locale || nothing}>
      <h1 tabindex="-1">${info?.title || conversation?.title || app.say("chat.title")}</h1>
      ${turns.length === 0 ? this.#empty(info?.summary ?? "", info?.starters ?? [], name) : nothing}
      <ol class="turns" aria-label=${app.say("chat.turns")}>
        ${repeat(
          turns,
          (turn) => turn.seq,
          (turn) => html`<li class="turn">${this.#turn(turn)}</li>`,
        )}
      </ol>
      <div class="drafts" aria-hidden="true">
        ${(conversation?.drafts.all ?? []).filter((draft) => draft.scope === "/").map((draft) => prose(draft.text))}
      </div>
      <div class="chat-foot">
        ${
          this.behind
            ? html`<button type="button" class="latest" @click=${() => this.#toEnd()}>
                ${iconOf("down")}${app.say("log.latest")}
              </button>`
            : nothing
        }
        <loket-composer
          ?busy=${working}
          ?sending=${this.sending}
          .problem=${this.trouble}
          @loket-send=${(event: CustomEvent<string>) => void this.#say(event.detail)}
          @loket-stop=${() => void this.#tell({ kind: "stopped", scope: "/", code: "user" })}
          @input=${() => (this.trouble = "")}
        ></loket-composer>
      </div>
    </section>`;
  }

  override updated(): void {
    const height = document.documentElement.scrollHeight;
    if (height === this.#height) return;
    const grown = height > this.#height;
    this.#height = height;
    if (this.#atEnd) this.#toEnd();
    else if (grown) this.behind = true;
  }

  #empty(summary: string, starters: readonly string[], name: string): unknown {
    const { app } = this.#here;
    if (app.conversation && app.conversation.presence === "loading") {
      return html`<div class="skeleton page" role="status" aria-label=${app.say("loading")}>
        <span></span><span></span>
      </div>`;
    }
    return html`${summary ? html`<p class="lead">${summary}</p>` : nothing}
      ${
        starters.length > 0
          ? html`<h2>${app.say("chat.starters")}</h2>
              <ul class="starters">
                ${starters.map(
                  (text) =>
                    html`<li>
                      <button type="button" class="option" @click=${() => void this.#say(text)}>${text}</button>
                    </li>`,
                )}
              </ul>`
          : nothing
      } <loket-connect .assistant=${name}></loket-connect>`;
  }

  #turn(turn: Turn): unknown {
    const { app } = this.#here;
    const open = turn.questions.filter((question) => question.open);
    return html`${
        turn.said
          ? html`<div class="said you">
              <h2 class="sr-only">${app.say("chat.you")}</h2>
              ${prose(turn.said.text)}
            </div>`
          : nothing
      }
      ${turn.nodes.length > 0 ? this.#steps(turn) : nothing} ${this.#agents(turn)}
      <div class="answers" aria-live="polite">
        ${turn.answers.map((answer) => this.#answer(answer))}
        ${
          turn.working && turn.nodes.length === 0
            ? html`<p class="quiet breathing">${app.say("chat.thinking")}</p>`
            : nothing
        }
        ${open.map((question, index) => this.#question(question, index === 0))}
      </div>`;
  }

  #steps(turn: Turn): unknown {
    const { app } = this.#here;
    const waiting = turn.questions.some((question) => question.open);
    return html`<details class="how" ?open=${turn.working || waiting}>
      <summary>${app.say("chat.how", { count: turn.nodes.length })}</summary>
      ${timeline(turn.nodes, {
        language: app.settings.language,
        say: (key, values) => app.say(key, values),
        named: () => null,
        answered: (question) => this.#answered(question),
      })}
    </details>`;
  }

  /** The agents this turn found, each with a way to its page. */
  #agents(turn: Turn): unknown {
    const { app } = this.#here;
    const conversation = app.router.route.conversation;
    const found = turn.nodes.flatMap((node) => agentsOf(node));
    if (!conversation || found.length === 0) return nothing;
    return html`<ul class="found-agents">
      ${found.map(
        ({ call, name }) =>
          html`<li>
            <a href="#/t/${conversation}/agent/${call}">${iconOf("agent")}${app.say("agent.look", { name })}</a>
          </li>`,
      )}
    </ul>`;
  }

  #answer(answer: Saying): unknown {
    const { app } = this.#here;
    if (!answer.trouble) return html`<div class="said">${prose(answer.text)}</div>`;
    const words = answer.trouble === "stopped" ? app.say("step.stopped") : answer.text || app.say("step.fault");
    return html`<div class="box ${answer.trouble}">${prose(words)}</div>`;
  }

  #question(question: Question, first: boolean): unknown {
    const { app } = this.#here;
    const item = app.conversation?.questions.items.find((one) => one.id === question.id);
    if (isObject(item?.form)) {
      return html`<section class="question card" aria-label=${app.say("question.title")}>
        <p class="question-text">${iconOf("question")}<span>${question.text}</span></p>
        <loket-schema-form
          .schema=${item.form}
          .label=${app.say("chat.send")}
          @loket-form=${(event: CustomEvent<JsonObject>) => void this.#tell({ kind: "answered", to: question.id, form: event.detail })}
        ></loket-schema-form>
      </section>`;
    }
    return questionCard(question, {
      first,
      title: item?.held?.title ?? "",
      say: (key, values) => app.say(key, values),
      answer: (payload) => void this.#tell({ kind: "answered", to: question.id, ...payload }),
    });
  }

  #answered(question: Question): unknown {
    const { app } = this.#here;
    const item = app.conversation?.questions.items.find((one) => one.id === question.id);
    return answered(question, item, (key, values) => app.say(key, values));
  }

  async #say(text: string): Promise<void> {
    this.#atEnd = true;
    if (!(await this.#tell({ kind: "user_said", text }))) this.querySelector<Composer>("loket-composer")?.put(text);
  }

  /** Tells the talk what a person did, and begins it when there is none yet. True when the server took it. */
  async #tell(event: JsonObject): Promise<boolean> {
    const { app } = this.#here;
    this.sending = true;
    this.trouble = "";
    try {
      if (app.conversation) await app.conversation.tell(event);
      else await app.begin(app.router.route.assistant ?? "", event);
      return true;
    } catch (error) {
      const code = error instanceof Trouble ? error.status : 0;
      this.trouble = app.say(
        code === 0 ? "trouble.unreachable" : code === 413 ? "trouble.tooLarge" : "trouble.refused",
      );
      return false;
    } finally {
      this.sending = false;
    }
  }

  readonly #scrolled = (): void => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#atEnd) this.behind = false;
  };

  #toEnd(): void {
    this.behind = false;
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }
}

customElements.define("loket-chat", ChatView);
