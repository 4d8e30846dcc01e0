/** What happens to calls and tasks between their decision and their return; twin of steps_calls.py. */
import type { AgentSaid, CallLine, Record as LogRecord, Returned, ScopeLine, StepLine } from "../wire.ts";
import { light, short, textOf } from "./plain.ts";
import type { Shelf } from "./shelf.ts";
import type { Draft } from "./view.ts";

const NOTES = 20;
const WAKING = 100;

/** The record waits for a decision of this scope, if the scope is open. */
export function wake(scope: Draft<ScopeLine>, seq: number, message: number | null, person = false): void {
  if (scope.state === "open") scope.waking = [...scope.waking, { seq, message, person }].slice(-WAKING);
}

/** A call is held, starts, tells how far it is, or gets a remote agent's task. */
export function carry(shelf: Shelf, record: LogRecord): void {
  const event = record.event;
  if (!("call" in event)) return;
  const call = shelf.calls.get(event.call ?? "");
  if (call === undefined) return;
  switch (event.kind) {
    case "held":
      if (call.state !== "decided") return;
      call.state = "held";
      call.question = String(record.seq);
      call.asking = "open";
      call.held_why = event.why;
      shelf.hold(call.question, call.id);
      break;
    case "call_started":
      if (call.state === "returned") return;
      call.state = "started";
      call.started = record.at;
      break;
    case "progressed":
      addNote(call, record, event.note);
      break;
    case "task_opened":
      call.remote = { agent: event.agent, task: event.task, context: event.context, state: null };
      break;
    default:
      break;
  }
}

/** A remote agent told something about its task for one of our calls, perhaps when we had stopped waiting. */
export function followUp(shelf: Shelf, record: LogRecord, said: AgentSaid): void {
  const call = shelf.calls.get(said.call ?? "");
  if (call === undefined || call.remote === null) return;
  call.remote = { ...call.remote, state: said.state || call.remote.state };
  addNote(call, record, textOf(said.text), true);
}

/** A call or a task came back; the last one of its decision wakes the scope. */
export function giveBack(shelf: Shelf, record: LogRecord, back: Returned): void {
  const call = shelf.calls.get(back.call);
  const task = shelf.tasks.get(back.call);
  if (call !== undefined && call.state !== "returned") {
    const value = light(back.value);
    call.state = "returned";
    call.ok = back.ok;
    call.code = back.code;
    call.text = short(back.text);
    call.value = value.value;
    call.value_cut = value.cut;
    call.returned = record.seq;
    call.ended = record.at;
    call.took_ms = back.took_ms;
  } else if (task !== undefined && task.state !== "returned") {
    task.state = "returned";
    task.ok = back.ok;
    task.code = back.code;
    task.result = short(back.text);
    task.returned = record.seq;
    task.took_ms = back.took_ms;
  } else {
    return;
  }
  const plan = shelf.plans.get(back.call);
  if (plan === undefined) return;
  const lines = [...plan.step.calls, ...plan.step.tasks];
  if (plan.step.state === "done" || lines.some((line) => line.state !== "returned")) return;
  plan.step.state = "done";
  const seqs = lines.map((line) => line.returned ?? 0).toSorted((one, other) => one - other);
  for (const seq of seqs) wake(plan.scope, seq, plan.step.message);
}

/** What these messages asked for is over: nothing waits for it, and what comes back of it does nothing any more. */
export function withdraw(shelf: Shelf, seqs: ReadonlySet<number>): void {
  for (const scope of shelf.state.scopes as Draft<ScopeLine>[]) {
    scope.waking = scope.waking.filter(
      (line) => !seqs.has(line.seq) && !(line.message !== null && seqs.has(line.message)),
    );
    for (const step of scope.steps as Draft<StepLine>[]) {
      if (step.message === null || !seqs.has(step.message)) continue;
      step.state = "done";
      if (scope.wait === step.seq) scope.wait = null;
    }
  }
}

function addNote(call: Draft<CallLine>, record: LogRecord, text: string, late = false): void {
  if (text === "" || (call.state === "returned" && !late)) return;
  call.notes = [...call.notes, { seq: record.seq, at: record.at, text: short(text) }].slice(-NOTES);
}
