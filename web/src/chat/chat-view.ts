/** A talk with an assistant: what was said, the steps in between, the questions, and a field to write in. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { repeat } from "lit/directives/repeat.js";
import { Here } from "../elements/here.ts";
import { askAnew } from "../state/anew.ts";
import { iconOf } from "../elements/icons.ts";
import { tongueNote } from "../elements/tongue-note.ts";
import type { Key } from "../i18n/words.ts";
import { type Enclosed, Trouble } from "../transport/api.ts";
import type { AssistantInfo } from "../transport/assistant-info.ts";
import type { JsonObject } from "../transport/json.ts";
import { before, type Composer } from "./composer.ts";
import { FileDrop } from "./file-drop.ts";
import { follower, plainly } from "./prose.ts";
import { ReadingPlace } from "./reading-place.ts";
import { spokenIn } from "./spoken.ts";
import { type TurnTelling } from "./answer.ts";
import { costOf } from "./usage.ts";
import { turnCard } from "./turn-card.ts";
import { cutAt, turnsOf } from "./turns.ts";
import "./composer.ts";
import "./connect.ts";

/** How long a message may be for an assistant that does not say. */
const LETTERS = 20_000;
export class ChatView extends LightElement {
  static override properties = {
    sending: { state: true },
    trouble: { state: true },
    detail: { state: true },
    saying: { state: true },
  };
  declare sending: boolean;
  declare trouble: string;
  /** What the server said of it. */
  declare detail: string;
  /** Words that are on their way, and the newest record when they were said. */
  declare saying: { readonly text: string; readonly after: number } | null;
  readonly #here = new Here(this, (app) => [app.settings, app, app.router, app.conversation]);
  readonly #drop = new FileDrop(
    this,
    () => this.#composer?.files === true && !this.sending,
    (files) => this.#composer?.chosen.add(files),
  );
  readonly #place = new ReadingPlace(this);
  /** Where this talk is drawn. */
  #page = "";

  constructor() {
    super();
    this.sending = false;
    this.trouble = "";
    this.detail = "";
    this.saying = null;
  }

  get #composer(): Composer | null {
    return this.querySelector<Composer>("loket-composer");
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#page = this.#here.app.talkPage;
  }

  /** Whoever chose a sentence elsewhere has said it here. */
  protected override firstUpdated(): void {
    const { app } = this.#here;
    const { opening } = app;
    app.opening = "";
    if (opening && !app.conversation) void this.#say(opening);
    if (app.unsent && !app.conversation) {
      this.#composer?.put(app.unsent);
      app.unsent = "";
    }
    const left = app.unfinished.get(this.#page);
    app.unfinished.delete(this.#page);
    if (left?.text) this.#composer?.put(left.text);
    this.#composer?.chosen.add(left?.files ?? []);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const { app } = this.#here;
    const { text = "", chosen } = this.#composer ?? {};
    const files = chosen?.all ?? [];
    if (app.gone && text) app.unsent = before(app.unsent, text);
    else if (text || files.length > 0) app.unfinished.set(this.#page, { text, files });
  }

  override render(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    const info = app.about();
    const name = info?.name ?? "";
    const turns = conversation ? turnsOf(conversation.steps, conversation.transcript) : [];
    const working = conversation?.steps.working ?? false;
    const locale = info?.locale ?? "";
    const spoken = spokenIn(turns, info);
    const tell = (event: JsonObject): void => void this.#answer(event);
    const telling = (at: number): TurnTelling => ({
      app,
      reader: follower(app.reader),
      locale: spoken[at] ?? "",
      alone: info?.findsAgents === false,
      drafts: at === turns.length - 1 ? (conversation?.drafts.all ?? []) : [],
      tell,
      rate: (to, good) => void this.#tell({ kind: "rated", to, good }),
      anew: (seq, text) => askAnew(app, seq, text),
    });
    const asked = turns.at(-1)?.questions.some((question) => question.open && !question.held) ?? false;
    return html`<section class="chat ${this.#drop.over ? "dropping" : ""}" aria-busy=${this.sending ? "true" : "false"}>
      <h1 tabindex="-1" lang=${info?.title ? locale || nothing : nothing}>
        ${info?.title || conversation?.title || app.say("chat.title")}
      </h1>
      <loket-set-up></loket-set-up>
      ${turns.length === 0 ? this.#empty(name, info) : this.#wayBack(name)} ${this.#cut()}
      <ol class="turns" aria-label=${app.say("chat.turns")}>
        ${repeat(
          turns,
          (turn) => turn.key,
          (turn, at) => html`<li class="turn">${turnCard(turn, telling(at))}</li>`,
        )}
        ${this.#onTheirWay()}
      </ol>
      ${turns.length > 1 ? costOf(app) : nothing}
      <div class="chat-foot">
        ${
          this.#place.behind
            ? html`<button type="button" class="latest" @click=${() => this.#place.toEnd()}>
                ${iconOf("down")}${app.say("log.latest")}
              </button>`
            : nothing
        }
        ${this.#drop.over ? html`<p class="drop-here">${iconOf("clip")}${app.say("files.drop")}</p>` : nothing}
        <loket-composer
          ?busy=${working}
          ?files=${info?.files ?? false}
          ?sending=${this.sending}
          ?reply=${asked}
          .letters=${info?.letters ?? LETTERS}
          .problem=${this.trouble}
          .detail=${this.detail}
          @loket-send=${(event: CustomEvent<string>) => void this.#say(event.detail)}
          @loket-stop=${() => void this.#tell({ kind: "stopped", scope: "/", code: "user" })}
          @input=${() => (this.trouble = "")}
        ></loket-composer>
      </div>
    </section>`;
  }

  /** What the views of a long talk have no longer is in the log. */
  #cut(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    if (!conversation || cutAt(conversation.steps, conversation.transcript) === 0) return nothing;
    return html`<p class="chat-cut">
      <span>${app.say("chat.cut")}</span>
      <button type="button" class="plain" @click=${() => app.settings.setDrawer(true)}>
        ${iconOf("log")}${app.say("log.open")}
      </button>
    </p>`;
  }

  /** What was said stands there before the server has it. */
  #onTheirWay(): unknown {
    const { app } = this.#here;
    const { saying } = this;
    const items = app.conversation?.transcript.items ?? [];
    if (!saying || items.some(({ by, seq }) => by === "person" && seq > saying.after)) return nothing;
    return html`<li class="turn">
      <div class="said you">
        <h2 class="sr-only">${app.say("chat.you")}</h2>
        ${plainly(saying.text)}
      </div>
    </li>`;
  }

  #empty(name: string, info: AssistantInfo | undefined): unknown {
    const { app } = this.#here;
    const { summary = "", starters = [], locale = "" } = info ?? {};
    if (app.conversation && app.conversation.presence === "loading") {
      return html`<div class="skeleton page" role="status" aria-label=${app.say("loading")}>
        <span></span><span></span>
      </div>`;
    }
    return html`${this.#wayBack(name)} ${tongueNote(locale, app.reader)}
      ${summary ? html`<p class="lead" lang=${locale || nothing}>${summary}</p>` : nothing}
      ${
        starters.length > 0
          ? html`<h2 class="starters-title">${app.say("chat.starters")}</h2>
              <ul class="starters" lang=${locale || nothing}>
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

  /** Whoever began anew can go back to what they left. */
  #wayBack(name: string): unknown {
    const { app } = this.#here;
    const { conversation, left } = app;
    const copy = conversation && left?.copy === conversation.id;
    if (!left || (conversation ? !copy : left.assistant !== name)) return nothing;
    return html`<p class="way-back" role="status">
      <span>${app.say(copy ? "chat.copied" : "chat.restarted")}</span>
      <a href="#/t/${left.id}">${app.say(copy ? "chat.original" : "chat.undo")}</a>
    </p>`;
  }

  async #say(text: string): Promise<void> {
    if (this.sending) return;
    this.#place.stay();
    const { chosen } = this.#composer ?? {};
    if (chosen && chosen.all.length > 0) return this.#send(text, chosen.with(text));
    const { app } = this.#here;
    this.saying = { text, after: app.conversation?.transcript.upto ?? 0 };
    if (await this.#tell({ kind: "user_said", text })) return;
    this.saying = null;
    if (app.gone) app.unsent = before(text, app.unsent);
    else this.#composer?.putBack(text);
  }

  /** Words that files come with stay where they are until the server took them. */
  async #send(text: string, enclosed: Enclosed): Promise<void> {
    const { app } = this.#here;
    const send = (): Promise<void> =>
      app.conversation?.send(text, enclosed) ??
      app.begin(app.router.route.assistant ?? "", (id) => app.api.send(id, text, enclosed));
    if (await this.#took(send, "files.refused")) this.#composer?.sent();
  }

  /** Whoever answers by keyboard goes on where words are written; the button that had the focus is gone. */
  async #answer(event: JsonObject): Promise<void> {
    if (this.sending) return;
    this.#place.stay();
    const keyed = this.querySelector(".question :focus-visible") !== null;
    if ((await this.#tell(event)) && keyed) this.#composer?.focus();
  }

  /** Tells the talk what a person did, and begins it when there is none yet. True when the server took it. */
  #tell(event: JsonObject): Promise<boolean> {
    const { app } = this.#here;
    return this.#took(
      () =>
        app.conversation?.tell(event) ??
        app.begin(app.router.route.assistant ?? "", (id) => app.api.tell(id, event, crypto.randomUUID())),
      "trouble.refused",
    );
  }

  async #took(does: () => Promise<void>, refused: Key): Promise<boolean> {
    const { app } = this.#here;
    const files = refused === "files.refused";
    const stopped = (): boolean => files && this.#composer?.chosen.stopped === true;
    this.sending = true;
    this.trouble = this.detail = "";
    try {
      await does();
      return true;
    } catch (error) {
      const { status, message } = error instanceof Trouble ? error : new Trouble(0, "unreachable", "");
      const away = stopped() ? "files.stopped" : "trouble.unreachable";
      this.trouble = app.say(status === 0 ? away : status === 413 && !files ? "trouble.tooLarge" : refused);
      this.detail = files ? message : "";
      return false;
    } finally {
      this.sending = false;
    }
  }
}

customElements.define("loket-chat", ChatView);
