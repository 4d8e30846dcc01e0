/** What a specialist does: open while it works, with its sources and words; it folds when it is done, unless it was opened. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { callCard } from "../elements/call-card.ts";
import { callWords } from "../elements/call-words.ts";
import { Here } from "../elements/here.ts";
import { type IconName, iconOf } from "../elements/icons.ts";
import { inSeconds } from "../elements/moment.ts";
import { LOOKS } from "../elements/timeline.ts";
import { langIn } from "../i18n/tongue.ts";
import type { Key } from "../i18n/words.ts";
import type { DraftText } from "../folds/drafts.ts";
import type { Node, Question } from "../state/timeline.ts";
import { cutOff } from "./answer.ts";
import { type CardLook, cardsOf, type StepCard } from "./plan.ts";
import { prose } from "./prose.ts";
import { draftIn, thinkingIn } from "./thinking.ts";
import { INTERRUPTED } from "./turns.ts";
import { inUsage, spentBy } from "./usage.ts";

/** What is done stays open for so long. */
const LINGER = 1200;
const SECOND = 1000;

const SHOWN: Readonly<Record<CardLook, { readonly icon: IconName; readonly word: Key; readonly look: string }>> = {
  running: { icon: LOOKS.running, word: "look.running", look: "running" },
  planned: { icon: "clock", word: "plan.planned", look: "stopped" },
  done: { icon: LOOKS.done, word: "look.done", look: "done" },
  asks: { icon: LOOKS.asks, word: "look.asks", look: "asks" },
  needs: { icon: LOOKS.asks, word: "look.asks", look: "asks" },
  asked: { icon: "question", word: "plan.asked", look: "stopped" },
  error: { icon: "close", word: "look.error", look: "error" },
  stopped: { icon: LOOKS.stopped, word: "agent.interrupted", look: "stopped" },
  dropped: { icon: "minus", word: "plan.dropped", look: "stopped" },
};
const AT_WORK: ReadonlySet<CardLook> = new Set(["running", "asks", "needs"]);

/** How a card stands, in a word. */
export function wordFor(card: StepCard): Key {
  return SHOWN[lookOf(card)].word;
}

/** What was begun and taken back is interrupted, whoever took it back. */
function lookOf({ look, run }: StepCard): CardLook {
  return look === "dropped" && run ? "stopped" : look;
}

export class AgentCard extends LightElement {
  static override properties = {
    card: {},
    drafts: {},
    locale: {},
    answered: {},
    open: { state: true },
    seconds: { state: true },
  };
  declare card: StepCard;
  /** All words in the making. */
  declare drafts: readonly DraftText[];
  /** The language the talk is held in; "" when it is not known. */
  declare locale: string;
  declare answered: (question: Question) => unknown;
  declare open: boolean;
  declare seconds: number;
  readonly #here = new Here(this, (app) => [app.settings]);
  #chosen = false;
  #was: CardLook | undefined;
  #folding: number | undefined;
  #ticking: number | undefined;

  constructor() {
    super();
    this.open = false;
    this.seconds = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = window.setInterval(() => this.#tick(), SECOND);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#ticking);
    window.clearTimeout(this.#folding);
  }

  protected override willUpdate(): void {
    const look = lookOf(this.card);
    this.#tick();
    if (look === this.#was) return;
    const first = this.#was === undefined;
    this.#was = look;
    window.clearTimeout(this.#folding);
    if (this.#chosen) return;
    if (AT_WORK.has(look)) this.open = true;
    else if (!first) this.#folding = window.setTimeout(() => !this.#chosen && (this.open = false), LINGER);
  }

  override render(): unknown {
    const { app } = this.#here;
    const { card, open } = this;
    const stands = lookOf(card);
    const { icon, word, look } = SHOWN[stands];
    const { title, lang } = app.titled(card.to);
    const { language } = app.settings;
    const running = stands === "running";
    const took = running ? app.say("step.seconds", { seconds: this.seconds.toLocaleString(language) }) : this.#took();
    const line = open || running ? "" : lineOf(card.message);
    return html`<details class="agent-card ${look}" ?open=${open} data-look=${stands} aria-live="off">
      <summary @click=${this.#toggle}>
        <span class="node ${look} ${running ? "spins" : ""}">${running ? nothing : iconOf(icon)}</span>
        <span class="agent-name" lang=${lang || nothing}>${title || card.to}</span>
        <span class="step-state">${app.say(word)}${took ? ` · ${took}` : ""}</span>
        <span class="agent-fold">${iconOf("down")}</span>
        ${line ? html`<span class="agent-line" lang=${langIn(line, this.locale)}>${line}</span>` : nothing}
      </summary>
      <div class="agent-body">
        ${card.words ? html`<p class="agent-task"><em lang=${langIn(card.words, this.locale)}>${card.words}</em></p>` : nothing}
        ${(card.run?.nodes ?? []).map((node) => this.#node(node))} ${this.#words()} ${this.#usage()}
      </div>
    </details>`;
  }

  #node(node: Node): unknown {
    const { app } = this.#here;
    const { locale, drafts, answered } = this;
    const { language } = app.settings;
    const cut = node.code === INTERRUPTED;
    return html`${(node.kind === "call" || cut) && node.text ? html`<div class="agent-said">${prose(node.text)}</div>` : nothing}
    ${cut ? cutOff(app) : nothing}
    ${node.calls.map((call) =>
      callCard(call, {
        by: "source",
        alone: false,
        words: callWords(call, app),
        language,
        locale,
        say: (key, values) => app.say(key, values),
      }),
    )}
    ${node.questions.filter((question) => !question.open).map(answered)}
    ${cardsOf([node], (seq) => app.conversation?.record(seq)).map(
      (card) =>
        html`<loket-agent-card
          .card=${card}
          .drafts=${drafts}
          .locale=${locale}
          .answered=${answered}
        ></loket-agent-card>`,
    )}`;
  }

  /** What it is writing, or what it gave back. */
  #words(): unknown {
    const { look, message, run } = this.card;
    const failed = look === "error";
    const draft = draftIn(this.drafts, run?.path);
    if (draft) return html`<div class="agent-said">${prose(draft)}</div>`;
    if (!message) return thinkingIn(this.drafts, run?.path, this.#here.app);
    return html`<div class="agent-said ${failed ? "field-error" : ""}">
      ${failed ? iconOf("alert") : nothing}${prose(message)}
    </div>`;
  }

  #usage(): unknown {
    const { app } = this.#here;
    const spent = spentBy(this.card.run?.nodes ?? []);
    if (!spent || this.card.look === "running") return nothing;
    const { language } = app.settings;
    return html`<p class="quiet">${inUsage(spent, { language, say: (key, values) => app.say(key, values) })}</p>`;
  }

  #took(): string {
    const { app } = this.#here;
    // What a person took to answer is nobody's business.
    if (this.card.questions.length > 0) return "";
    return inSeconds(this.card.run?.tookMs ?? this.card.tookMs, app.settings.language, (key, values) =>
      app.say(key, values),
    );
  }

  readonly #toggle = (event: Event): void => {
    event.preventDefault();
    this.#chosen = true;
    this.open = !this.open;
  };

  #tick(): void {
    const { look, run } = this.card;
    if (look !== "running" || !run?.started) return;
    // The clock of the server may be ahead.
    this.seconds = Math.max(0, Math.floor((Date.now() - Date.parse(run.started)) / SECOND));
  }
}

/** The beginning of what came back, without its marks. */
function lineOf(text: string): string {
  const line = text.split("\n").find((one) => /\p{L}/u.test(one)) ?? "";
  return line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`#>|]+/g, "")
    .trim();
}

customElements.define("loket-agent-card", AgentCard);
