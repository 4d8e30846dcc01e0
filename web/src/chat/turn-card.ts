/** One turn of a talk as it is drawn: what the person said or did, the steps it led to, the answers and the questions. */
import { html, nothing, type TemplateResult } from "lit";
import { callWords } from "../elements/call-words.ts";
import { iconOf } from "../elements/icons.ts";
import { questionCard, unsentCard, type Wording } from "../elements/question-card.ts";
import { timeline } from "../elements/timeline.ts";
import { table } from "../elements/value-table.ts";
import { langIn } from "../i18n/tongue.ts";
import { inTheirs } from "../i18n/words.ts";
import type { App } from "../state/app.ts";
import { isChange } from "../state/set-up.ts";
import { isUnsent } from "../state/consent.ts";
import type { Question } from "../state/timeline.ts";
import { isObject, type JsonObject, objectOf, textOf } from "../transport/json.ts";
import type { ActedLine } from "../wire.ts";
import { findingsOf } from "./agents.ts";
import { answerOf, filesOf, type TurnTelling } from "./answer.ts";
import { answeredHere, course, isAgent, isByModel, isThinking, itemOf, without } from "./course.ts";
import { keptValues } from "./kept-values.ts";
import { actionsOf } from "./options.ts";
import { cardsOf, unsaid } from "./plan.ts";
import { nameOf, planCards, type PlanTelling } from "./plan-card.ts";
import { plainly, prose } from "./prose.ts";
import { inWords } from "../elements/schema-fields.ts";
import type { Turn } from "./turns.ts";
import { draftIn, thinkingIn } from "./thinking.ts";
import { deedsOf } from "./deeds.ts";
import "./own-words.ts";
import "../elements/schema-form.ts";

/** What is sent when the work of a page is to end. */
const STOP = "flow/stop";
/** So many choices are shown at once. */
const MOST = 6;

export function turnCard(turn: Turn, telling: TurnTelling): TemplateResult {
  const { app } = telling;
  const all = cardsOf(turn.nodes, (seq) => app.conversation?.record(seq));
  const cards = all.filter((card) => !isAgent(card, app));
  const others = all.filter((card) => isAgent(card, app));
  const draft = draftIn(telling.drafts, "/");
  const thinking = thinkingIn(telling.drafts, "/", app);
  const carded = new Set(cards.flatMap((card) => card.questions.map((question) => question.id)));
  const open = others.length > 0 || isByModel(turn, telling);
  const below = open || cards.length > 0;
  const waiting = turn.questions.filter((question) => question.open && !carded.has(question.id));
  const ended = turn.questions.filter((question) => !question.open && !carded.has(question.id));
  const unsent = new Set(ended.filter((question) => isUnsentHere(question, app)));
  const asked = ended.filter((question) => unsent.has(question) || isAskedHere(question, turn));
  const answers = turn.answers
    .map((answer) => ({ ...answer, text: unsaid(answer.text, cards) }))
    .filter((answer) => answer.trouble || answer.text);
  const usual = telling.alone ? telling.locale : "";
  const how = turn.nodes.length > 0 ? steps(turn, telling, !below) : nothing;
  return html`${mine(turn, telling)} ${below ? nothing : how} ${agents(turn, app)}
    <div class="answers" aria-live="polite">
      ${course(turn, others, telling, open)} ${cards.length > 0 ? planCards(cards, planTelling(telling)) : nothing}
      ${asked.map((question) =>
        unsent.has(question)
          ? unsentCard(question, wordingOf(question, telling))
          : html`<div class="said" lang=${telling.locale || nothing}>
              ${prose(question.text, telling.reader, usual)}
            </div>`,
      )}
      ${answers.map((answer) => answerOf(answer, telling))}
      ${
        draft
          ? html`<div class="said" aria-live="off" lang=${telling.locale || nothing}>
              ${prose(draft, telling.reader, usual)}
            </div>`
          : thinking !== nothing || !isThinking(turn)
            ? thinking
            : html`<p class="quiet breathing">${app.say("chat.thinking")}</p>`
      }
      ${waiting.map((question) => questionOf(question, telling))}
    </div>
    ${below ? how : nothing} ${turn.working ? nothing : deedsOf(turn, answers, telling)}`;
}

/** What the assistant itself asked in this turn; what stands below belongs to the steps. */
function isAskedHere(question: Question, { nodes }: Turn): boolean {
  return nodes.some((node) => node.kind === "ask" && node.questions.includes(question));
}

function isUnsentHere(question: Question, { conversation }: App): boolean {
  const item = conversation?.questions.items.find((one) => one.id === question.id);
  return conversation !== null && isUnsent(question, item, conversation.steps);
}

function planTelling(telling: TurnTelling): PlanTelling {
  const { app, locale, tell } = telling;
  return {
    language: app.settings.language,
    locale,
    base: app.api.base,
    reader: telling.reader,
    say: (key, values) => app.say(key, values),
    question: (question) =>
      question.open
        ? questionOf(question, telling)
        : html`<p class="step-asked" lang=${langIn(question.text, locale)}>${question.text}</p>
            ${question.choices.length > 0 ? answeredHere(question, app) : nothing}`,
    again: (text) => tell({ kind: "user_said", text }),
  };
}

/** What the person came with: words, a click, or the reply to a question. */
function mine(turn: Turn, { app, anew }: TurnTelling): unknown {
  const words = turn.acted ? didOf(turn.acted, app) : turn.said?.text ? plainly(turn.said.text) : replyOf(turn, app);
  const files = turn.said?.files ?? [];
  if (!words && files.length === 0) return nothing;
  return html`<div class="said you">
      <h2 class="sr-only">${app.say("chat.you")}</h2>
      ${words} ${filesOf(files, app)}
    </div>
    ${
      turn.said?.text && files.length === 0 && !turn.replies
        ? html`<loket-own-words .said=${turn.said} .anew=${anew}></loket-own-words>`
        : nothing
    }`;
}

function replyOf(turn: Turn, app: App): unknown {
  if (!turn.replies) return null;
  const given = itemOf(turn.replies.id, app)?.answer?.form ?? null;
  return given === null ? null : table(labelled(objectOf(given)));
}

/** A click in words; what was sent with it stands below, under names for people. */
function didOf({ surface, name, payload, cut }: ActedLine, app: App): unknown {
  const sent = objectOf(payload);
  const page = app.about()?.surfaces.find(({ id }) => id === surface);
  if (isChange({ surface, name })) return html`<p>${app.say("setup.changed")}</p>`;
  if (page)
    return html`<p>${inTheirs(page.titles, app.settings.language) ?? page.title}</p>
      ${name === STOP ? html`<p class="quiet">${app.say("chat.stopped")}</p>` : table(labelled(sent))}`;
  if (!cut && Object.keys(sent).length === 0) return html`<p class="quiet">${app.say("did.gone")}</p>`;
  if (name === "agent/connect") return html`<p>${app.say("did.connect", { url: textOf(sent["url"]) })}</p>`;
  if (name !== "agent/invoke") return html`<p>${inWords(name.replaceAll("/", " "))}</p>`;
  const skill = textOf(sent["skill_name"]) || inWords(textOf(sent["skill_id"]));
  const given = objectOf(sent["parameters"]);
  return html`<p>${app.say("did.invoke", { skill })}</p>
    ${Object.keys(given).length > 0 ? table(labelled(given)) : nothing}
    ${sent["text"] ? plainly(textOf(sent["text"])) : nothing}`;
}

function labelled(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [inWords(name), value]));
}

/** How it came about; open by itself while it works, unless something else tells how it stands. */
function steps(turn: Turn, telling: TurnTelling, alone: boolean): TemplateResult {
  const { app, locale } = telling;
  const waiting = turn.questions.some((question) => question.open);
  return html`<details class="how" ?open=${alone && (turn.working || waiting)}>
    <summary>${app.say("chat.how", { count: turn.nodes.length })}</summary>
    ${timeline(
      turn.nodes.map((node) => without(node, app)),
      {
        language: app.settings.language,
        locale,
        say: (key, values) => app.say(key, values),
        named: () => null,
        called: (call) => callWords(call, app),
        tasked: ({ intent, text }) =>
          nameOf({ intent, words: text }, { say: (key, values) => app.say(key, values), locale }),
        answered: (question) => answeredHere(question, app),
      },
    )}
  </details>`;
}

/** The agents this turn found, each with a way to its page. */
function agents(turn: Turn, app: App): unknown {
  const { conversation } = app.router.route;
  const found = turn.nodes.flatMap((node) => findingsOf(node));
  if (!conversation || found.length === 0) return nothing;
  return html`<ul class="found-agents">
    ${found.map(
      ({ call, name }) =>
        html`<li>
          <a href="#/t/${conversation}/agent/${call}"
            >${iconOf("agent")}<span>${app.say("agent.look", { name })}</span></a
          >
        </li>`,
    )}
  </ul>`;
}

function questionOf(question: Question, telling: TurnTelling): TemplateResult {
  const { app, locale, tell } = telling;
  const item = itemOf(question.id, app);
  if (isObject(item?.form ?? null)) {
    return html`<section class="question card" aria-label=${app.say("question.title")}>
      <p class="question-text">
        <span class="node asks">${iconOf("question")}</span
        ><span lang=${langIn(question.text, locale)}>${question.text}</span>
      </p>
      <loket-schema-form
        .schema=${item?.form}
        .label=${app.say("chat.send")}
        .locale=${locale}
        @loket-form=${(event: CustomEvent<JsonObject>) => tell({ kind: "answered", to: question.id, form: event.detail })}
      ></loket-schema-form>
    </section>`;
  }
  const record = question.choices.length > 0 ? app.conversation?.record(Number(question.id)) : undefined;
  const shown = actionsOf(record);
  return questionCard(question, {
    ...wordingOf(question, telling),
    most: MOST,
    kept: keptValues(item, app),
    blocked: (choice) => refusal(shown.get(choice) ?? [], app),
    look: (choice) => app.beside.look((choice !== null && shown.get(choice)) || []),
    answer: (payload) => {
      app.beside.leave();
      tell({ kind: "answered", to: question.id, ...payload });
    },
  });
}

function wordingOf({ id, held }: Question, { app, locale }: TurnTelling): Wording {
  return {
    title: (held && callWords(held, app).title) || "",
    held: itemOf(id, app)?.held ?? null,
    asker: app.about()?.title ?? "",
    locale,
    reader: app.reader,
  };
}

/** Why nothing of a choice could be seen on the map; "" when something can. */
function refusal(actions: readonly JsonObject[], app: App): string {
  const reasons = actions.map((action) => app.beside.refuses(action));
  const [first] = reasons;
  return first && reasons.every((reason) => reason !== null)
    ? app.say("question.blocked", { why: app.say(first) })
    : "";
}
