/** The view `transcript`: what was said, asked, answered and done, in order; the twin of views/transcript.py. */
import type {
  Answered,
  BlobRef,
  FileRef,
  Rated,
  Record as LogRecord,
  TranscriptItem,
  TranscriptState,
} from "../wire.ts";
import { blankChoice, blobOf, choiceOf, fileOf, light, short, textOf } from "./plain.ts";
import type { Draft, View } from "./view.ts";

const WINDOW = 500;

/** Keeps a bounded window of items. */
export class Transcript implements View<TranscriptState> {
  static readonly version = "4";
  readonly name = "transcript";
  readonly version = Transcript.version;
  readonly #state: Draft<TranscriptState>;

  /** Continues from a state of this version, which it takes over; without one it starts at the beginning. */
  constructor(state: TranscriptState = { upto: 0, dropped: 0, items: [] }) {
    this.#state = state;
  }

  apply(record: LogRecord): void {
    const state = this.#state;
    if (record.seq <= state.upto) return;
    state.upto = record.seq;
    if (record.event.kind === "redacted") return this.#redact(new Set(record.event.seqs));
    if (record.event.kind === "rated") return this.#rate(record.event);
    const item = this.#item(record);
    if (item === null) return;
    state.dropped += state.items.length >= WINDOW ? 1 : 0;
    state.items = [...state.items, item].slice(-WINDOW);
  }

  state(): TranscriptState {
    return this.#state;
  }

  #rate({ to, good }: Rated): void {
    this.#state.items = this.#state.items.map((item) =>
      item.seq === to && item.by !== "person" ? { ...item, good } : item,
    );
  }

  #item(record: LogRecord): TranscriptItem | null {
    const event = record.event;
    switch (event.kind) {
      case "user_said":
        return said(empty(record, "said"), event.text, event.files);
      case "file_added":
        return said(empty(record, "said"), "", [event.ref]);
      case "surface_acted": {
        const { value, cut } = light(event.payload);
        return { ...empty(record, "acted"), acted: { surface: event.surface, name: event.name, payload: value, cut } };
      }
      case "changed": {
        if (record.by !== "person") return null;
        const { value, cut } = light(event.settings);
        return { ...empty(record, "acted"), acted: { surface: "", name: "settings", payload: value, cut } };
      }
      case "agent_said":
        if (event.call) return null;
        return { ...said(empty(record, "said"), event.text, event.files), agent: event.agent, code: event.state };
      case "answered":
        return this.#answer(record, event);
      case "held":
        return { ...empty(record, "asked"), to: event.call, how: "approve" };
      case "faulted":
        return { ...said(empty(record, "fault"), short(event.text)), code: event.code };
      case "stopped":
        return { ...empty(record, "stopped"), scope: event.scope, code: event.code };
      case "discarded":
        return event.text ? { ...said(empty(record, "said"), event.text), code: "interrupted" } : null;
      case "decided":
        return decided(record);
      default:
        return null;
    }
  }

  #answer(record: LogRecord, answer: Answered): TranscriptItem {
    const item = empty(record, "answered");
    item.to = answer.to;
    item.text = answer.text ?? "";
    item.how = howOf(answer);
    if (answer.choice === null) return item;
    item.choice = answer.choice;
    const asked = this.#state.items.findLast((old) => String(old.seq) === answer.to);
    const labels = new Map(asked?.choices.map((choice) => [choice.id, choice.label]));
    item.text = labels.get(answer.choice) || answer.choice;
    return item;
  }

  #redact(seqs: ReadonlySet<number>): void {
    const asked = new Set([...seqs].map(String));
    for (const item of this.#state.items as Draft<TranscriptItem>[]) {
      if (seqs.has(item.seq)) {
        item.redacted = true;
        item.text = "";
        item.blob = null;
        item.files = [];
        item.choice = item.choice === null ? null : "";
        item.choices = item.choices.map(blankChoice);
        item.acted = item.acted && { ...item.acted, payload: {}, cut: false };
      } else if (item.choice !== null && item.to !== null && asked.has(item.to)) {
        item.text = item.choice;
      }
    }
  }
}

function decided(record: LogRecord): TranscriptItem | null {
  if (record.event.kind !== "decided") return null;
  const action = record.event.action;
  switch (action.kind) {
    case "say":
      return said(empty(record, "said"), action.text, action.files);
    case "call":
      return action.text ? said(empty(record, "said"), action.text) : null;
    case "ask":
      return { ...said(empty(record, "asked"), action.text), choices: action.choices.map(choiceOf) };
    case "done":
      return { ...said(empty(record, "done"), action.summary), code: action.outcome };
    default:
      return null;
  }
}

function empty(record: LogRecord, kind: TranscriptItem["kind"]): Draft<TranscriptItem> {
  return {
    seq: record.seq,
    at: record.at,
    by: record.by === "person" || record.by === "agent" ? record.by : "assistant",
    scope: record.scope,
    kind,
    text: "",
    blob: null,
    files: [],
    to: null,
    how: null,
    choice: null,
    choices: [],
    agent: null,
    code: null,
    acted: null,
    redacted: false,
    good: null,
  };
}

function said(item: TranscriptItem, text: string | BlobRef, files: readonly FileRef[] = []): TranscriptItem {
  return { ...item, text: textOf(text), blob: blobOf(text), files: files.map(fileOf) };
}

function howOf(answer: Answered): string {
  for (const name of ["choice", "form", "edit"] as const) {
    if (answer[name] !== null) return name;
  }
  return answer.approve === true ? "approve" : answer.refuse === true ? "refuse" : "text";
}
