/** The view `questions`: what was asked, what is still open, how the rest was closed; the twin of views/questions.py. */
import type {
  AnswerLine,
  Ask,
  Call,
  Held,
  PendingCall,
  QuestionItem,
  QuestionsState,
  Record as LogRecord,
} from "../wire.ts";
import { closes, type Open } from "./asking.ts";
import { blankChoice, choiceOf, light, short } from "./plain.ts";
import { decision } from "./shelf.ts";
import type { Draft, View } from "./view.ts";

const CLOSED = 100;
const CALLS = 200;

/** Closes questions by the rules of design 4.8 and 4.9, from the records alone. */
export class Questions implements View<QuestionsState> {
  static readonly version = "1";
  readonly name = "questions";
  readonly version = Questions.version;
  readonly #state: Draft<QuestionsState>;
  readonly #open = new Map<string, Open>();

  /** Continues from a state of this version, which it takes over; without one it starts at the beginning. */
  constructor(state: QuestionsState = { upto: 0, dropped: 0, items: [], calls: [] }) {
    this.#state = state;
    for (const item of state.items) if (item.state === "open") this.#open.set(item.id, openOf(item));
  }

  apply(record: LogRecord): void {
    const state = this.#state;
    if (record.seq <= state.upto) return;
    state.upto = record.seq;
    for (const [id, how] of closes(record, this.#open)) this.#close(record, id, how);
    const event = record.event;
    if (event.kind === "decided" && event.action.kind === "ask") {
      this.#ask(record, event.action);
    } else if (event.kind === "decided" && event.action.kind === "call") {
      state.calls = [...state.calls, ...pending(record, event.action, event.reasoning)].slice(-CALLS);
    } else if (event.kind === "held") {
      this.#hold(record, event);
    } else if (event.kind === "returned") {
      state.calls = state.calls.filter((line) => line.id !== event.call);
    } else if (event.kind === "redacted") {
      this.#redact(new Set(event.seqs));
    }
  }

  state(): QuestionsState {
    return this.#state;
  }

  #ask(record: LogRecord, ask: Ask): void {
    const wants = ask.wants;
    this.#add({
      ...empty(record),
      text: ask.text,
      choices: ask.choices.map(choiceOf),
      form: light(ask.form).value,
      wants: wants && { skill: wants.skill, slots: light(wants.slots).value, missing: [...wants.missing] },
      lasts: ask.lasts,
    });
  }

  #hold(record: LogRecord, held: Held): void {
    const line = this.#state.calls.find((call) => call.id === held.call);
    if (line === undefined || [...this.#open.values()].some((open) => open.held === held.call)) return;
    const { id, tool, args, args_cut, reason } = line;
    // A record of an older version lacks some of it.
    const shown = {
      title: short(held.title ?? ""),
      description: short(held.description ?? ""),
      source: short(held.source ?? ""),
      place: short(held.place ?? ""),
      reversible: held.reversible ?? null,
      input: light(held.input ?? null).value,
    };
    this.#add({ ...empty(record), held: { call: id, tool, args, args_cut, reason, why: held.why, ...shown } });
  }

  #add(item: QuestionItem): void {
    const state = this.#state;
    state.items = [...state.items, item];
    this.#open.set(item.id, openOf(item));
    const many = state.items.length - this.#open.size > CLOSED;
    let old = many ? state.items.find((candidate) => candidate.state !== "open") : undefined;
    if (old === undefined && state.items.length > 4 * CLOSED) old = state.items[0];
    if (old === undefined) return;
    state.items = state.items.filter((kept) => kept !== old);
    this.#open.delete(old.id);
    state.dropped += 1;
  }

  #close(record: LogRecord, id: string, how: string): void {
    this.#open.delete(id);
    const item: Draft<QuestionItem> | undefined = this.#state.items.find((candidate) => candidate.id === id);
    if (item === undefined) return;
    item.state = how;
    item.closed = record.at;
    if (record.event.kind !== "answered") return;
    const { choice, text, form, approve, edit, refuse } = record.event;
    const [formed, edited] = [light(form).value, light(edit).value];
    item.answer = { seq: record.seq, at: record.at, choice, text, form: formed, approve, edit: edited, refuse };
    const { amend } = record.event;
    const line = (this.#state.calls as Draft<PendingCall>[]).find((call) => call.id === item.held?.call);
    if (amend && line) [line.args, line.args_cut] = [light(amend).value, light(amend).cut];
  }

  #redact(seqs: ReadonlySet<number>): void {
    const amended = new Map(
      this.#state.items.filter((item) => amendedIn(item, seqs)).map((i) => [i.held?.call, i.seq]),
    );
    for (const line of this.#state.calls as Draft<PendingCall>[]) {
      if (seqs.has(line.decided)) Object.assign(line, BLANK);
      if (amended.has(line.id)) Object.assign(line, { args: {}, args_cut: false });
    }
    for (const item of this.#state.items as Draft<QuestionItem>[]) {
      if (seqs.has(item.seq)) {
        item.redacted = true;
        item.text = "";
        item.form = null;
        item.wants = null;
        item.choices = item.choices.map(blankChoice);
      }
      if (item.held !== null && seqs.has(decision(item.held.call))) item.held = { ...item.held, ...BLANK };
      if (item.held !== null && item.seq > (amended.get(item.held.call) ?? item.seq))
        item.held = { ...item.held, args: {}, args_cut: false };
      if (item.answer !== null && seqs.has(item.answer.seq)) item.answer = blankAnswer(item.answer);
    }
  }
}

const BLANK = { args: {}, args_cut: false, reason: "" } as const;

function empty(record: LogRecord): QuestionItem {
  return {
    id: String(record.seq),
    seq: record.seq,
    at: record.at,
    scope: record.scope,
    text: "",
    choices: [],
    form: null,
    wants: null,
    lasts: true,
    held: null,
    state: "open",
    answer: null,
    closed: null,
    redacted: false,
  };
}

function pending(record: LogRecord, action: Call, reasoning: string): readonly PendingCall[] {
  return action.calls
    .filter((call) => call.kind === "tool")
    .map((call) => {
      const args = light(call.args);
      return {
        id: `${record.seq}.${call.id}`,
        scope: record.scope,
        tool: call.tool,
        args: args.value,
        args_cut: args.cut,
        reason: short(reasoning),
        decided: record.seq,
      };
    });
}

function blankAnswer(answer: AnswerLine): AnswerLine {
  const { choice, text, form, edit } = answer;
  return {
    ...answer,
    choice: choice === null ? null : "",
    text: text === null ? null : "",
    form: form === null ? null : {},
    edit: edit === null ? null : {},
  };
}

function amendedIn({ held, answer }: QuestionItem, seqs: ReadonlySet<number>): boolean {
  if (held === null || answer === null || !seqs.has(answer.seq)) return false;
  return !answer.approve && !answer.refuse && answer.edit === null;
}

function openOf(item: QuestionItem): Open {
  return { id: item.id, scope: item.scope, held: item.held?.call ?? null };
}
