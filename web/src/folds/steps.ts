/** The view `steps`: what is being done and was done, as a tree of scopes; the twin of views/steps.py. */
import type { Answered, Decided, Discarded, Opened, Record as LogRecord, ScopeLine, StepsState } from "../wire.ts";
import { closes, type End, ends, inside } from "./asking.ts";
import { carry, followUp, giveBack, wake, withdraw } from "./calls.ts";
import { begin, blank, emptyStep, scopeLine } from "./lines.ts";
import { between, light, short, textOf, usageOf } from "./plain.ts";
import { Shelf } from "./shelf.ts";
import { stand } from "./standing.ts";
import type { Draft, View } from "./view.ts";

const COMMANDS = 20;

/** Keeps a bounded window of steps per scope; what is dropped takes its calls and scopes along. */
export class Steps implements View<StepsState> {
  static readonly version = "2";
  readonly name = "steps";
  readonly version = Steps.version;
  readonly #shelf: Shelf;

  /** Continues from a state of this version, which it takes over; without one it starts at the beginning. */
  constructor(state: StepsState = { upto: 0, message: null, status: "ok", working: false, scopes: [] }) {
    this.#shelf = new Shelf(state);
  }

  apply(record: LogRecord): void {
    const shelf = this.#shelf;
    if (record.seq <= shelf.state.upto) return;
    shelf.state.upto = record.seq;
    const ended = ends(record, shelf.asked);
    const closed = closes(record, shelf.asked);
    this.#event(record);
    for (const [id, how] of closed) shelf.close(id, how);
    for (const end of ended) this.#end(record, end);
  }

  state(): StepsState {
    stand(this.#shelf.state);
    return this.#shelf.state;
  }

  #event(record: LogRecord): void {
    const shelf = this.#shelf;
    const scope = shelf.scopes.get(record.scope);
    const event = record.event;
    switch (event.kind) {
      case "started":
        shelf.root.assistant = event.assistant;
        shelf.root.opened = record.seq;
        shelf.root.started = record.at;
        break;
      case "user_said":
      case "surface_acted":
      case "file_added":
      case "changed":
      case "agent_said":
      case "woke":
        this.#news(record);
        break;
      case "answered":
        this.#answered(record, event);
        break;
      case "opened":
        this.#opened(record, event);
        break;
      case "decided":
        if (scope !== undefined) this.#decided(record, event, scope);
        break;
      case "discarded":
        if (scope !== undefined) this.#discarded(record, event, scope);
        break;
      case "faulted":
      case "stopped":
        this.#broken(record);
        break;
      case "held":
      case "call_started":
      case "progressed":
      case "task_opened":
        carry(shelf, record);
        break;
      case "returned":
        giveBack(shelf, record, event);
        break;
      case "client_told": {
        const step = shelf.steps.get(record.cause ?? 0) ?? scope?.steps.at(-1);
        if (step === undefined || scope === undefined || scope.steps.length === 0) break;
        const line = { seq: record.seq, command: light(event.command).value };
        (step as Draft<typeof step>).commands = [...step.commands, line].slice(-COMMANDS);
        break;
      }
      case "withdrawn":
        withdraw(shelf, new Set(event.seqs));
        break;
      case "redacted":
        blank(shelf.state, new Set(event.seqs));
        break;
      default:
        break;
    }
  }

  #news(record: LogRecord): void {
    const shelf = this.#shelf;
    const event = record.event;
    let message: number | null = record.seq;
    if (event.kind === "woke") {
      const scope = shelf.scopes.get(record.scope);
      const step = shelf.steps.get(event.wait);
      if (scope === undefined || step === undefined || scope.wait !== event.wait) return;
      scope.wait = null;
      step.state = "done";
      message = step.message;
    } else if (event.kind === "agent_said") {
      message = shelf.state.message;
      followUp(shelf, record, event);
      if (event.wakes === false) return;
    } else if (record.by === "person") {
      shelf.state.message = record.seq;
      shelf.root.title = short(titleOf(record));
    }
    this.#wake(record, record.scope, message);
  }

  #wake(record: LogRecord, path: string, message: number | null): void {
    const scope = this.#shelf.scopes.get(path);
    if (scope === undefined) return;
    const person = record.by === "person";
    if (person && path === "/" && scope.state !== "open") {
      scope.state = "open";
      scope.code = null;
      scope.ended = null;
      scope.took_ms = null;
    }
    wake(scope, record.seq, message, person);
  }

  #answered(record: LogRecord, answer: Answered): void {
    const shelf = this.#shelf;
    const asked = shelf.asked.get(answer.to);
    if (asked === undefined) {
      const late = emptyStep(record, "late", shelf.state.message);
      late.code = "question_closed";
      late.to = answer.to;
      shelf.add(shelf.root, late);
    } else if (asked.held === null) {
      this.#wake(record, asked.scope, shelf.steps.get(Number(asked.id))?.message ?? null);
    } else {
      const call = shelf.calls.get(asked.held);
      if (call === undefined) return;
      call.state = "decided";
      const given = answer.amend ?? answer.edit;
      if (given === null) return;
      const args = light(given);
      call.args = args.value;
      call.args_cut = args.cut;
      call.edited = record.seq;
    }
  }

  #opened(record: LogRecord, opened: Opened): void {
    const shelf = this.#shelf;
    const task = shelf.tasks.get(opened.call);
    const plan = shelf.plans.get(opened.call);
    if (task === undefined || plan === undefined || task.state !== "decided") return;
    const scope = scopeLine(record, opened, plan.scope, plan.step);
    task.state = "opened";
    task.scope = scope.path;
    shelf.open(scope);
  }

  #decided(record: LogRecord, decided: Decided, scope: Draft<ScopeLine>): void {
    const shelf = this.#shelf;
    const message = this.#take(scope, decided.took);
    this.#unwait(scope);
    const step = begin(record, decided, message);
    const action = decided.action;
    if (action.kind === "wait") scope.wait = record.seq;
    if (action.kind === "cancel" || (action.kind === "say" && !action.final)) wake(scope, record.seq, step.message);
    if (action.kind === "done" || action.kind === "say" || (action.kind === "call" && action.text)) {
      scope.message = step.text;
      scope.said = step.seq;
    }
    shelf.add(scope, step);
  }

  #discarded(record: LogRecord, dropped: Discarded, scope: Draft<ScopeLine>): void {
    scope.discarded += 1;
    if (!dropped.text) return;
    const step = emptyStep(record, "say", this.#shelf.state.message);
    step.code = "interrupted";
    step.usage = usageOf(dropped.usage);
    step.text = short(dropped.text);
    scope.message = step.text;
    scope.said = step.seq;
    this.#shelf.add(scope, step);
  }

  /** Takes these records off what waits in the scope; the person's record they descend from. */
  #take(scope: Draft<ScopeLine>, took: readonly number[]): number | null {
    const taken = scope.waking.filter((line) => took.includes(line.seq));
    scope.waking = scope.waking.filter((line) => !took.includes(line.seq));
    const messages = taken.flatMap((line) => (line.message === null ? [] : [line.message]));
    return messages.length > 0 ? Math.max(...messages) : this.#shelf.state.message;
  }

  #unwait(scope: Draft<ScopeLine>): void {
    const waited = scope.wait === null ? undefined : this.#shelf.steps.get(scope.wait);
    if (waited !== undefined) waited.state = "done";
    scope.wait = null;
  }

  #broken(record: LogRecord): void {
    const shelf = this.#shelf;
    const event = record.event;
    let scope = shelf.scopes.get(record.scope) ?? shelf.root;
    if (event.kind === "stopped") {
      scope = shelf.scopes.get(event.scope) ?? scope;
      const step = emptyStep(record, "stopped", shelf.state.message);
      step.code = event.code;
      step.text = event.text ?? "";
      shelf.add(scope, step);
    } else if (event.kind === "faulted") {
      const step = emptyStep(record, "fault", this.#take(scope, event.took));
      step.code = event.code;
      step.text = short(event.text);
      shelf.add(scope, step);
    }
  }

  #end(record: LogRecord, end: End): void {
    const shelf = this.#shelf;
    const first = shelf.scopes.get(end.path);
    if (first === undefined || (first.state !== "open" && record.event.kind === "returned")) return;
    for (const scope of shelf.state.scopes as Draft<ScopeLine>[]) {
      if (scope.state !== "open" || !inside(scope.path, end.path)) continue;
      const own = scope === first;
      this.#unwait(scope);
      scope.waking = own && end.done && scope.path === "/" ? scope.waking.filter((line) => line.person) : [];
      if (scope.waking.length > 0) continue;
      scope.state = own && end.done ? "done" : "stopped";
      scope.code = own ? end.code : "cancelled";
      scope.ended = record.at;
      scope.took_ms = scope.started === null ? null : between(scope.started, scope.ended);
    }
  }
}

function titleOf(record: LogRecord): string {
  const event = record.event;
  if (event.kind === "user_said") return textOf(event.text);
  return event.kind === "surface_acted" ? event.name : "";
}
