/** Which scopes and questions end with a record (design 4.8 and 4.9); the twin of views/asking.py. */
import type { Record as LogRecord } from "../wire.ts";

/** A question nobody has answered yet. */
export interface Open {
  readonly id: string;
  readonly scope: string;
  readonly held: string | null;
}

/** A scope that ends, whether it ran to its end, and the outcome or code it ends with. */
export interface End {
  readonly path: string;
  readonly done: boolean;
  readonly code: string;
}

/** Whether the path is this scope or lies below it. */
export function inside(path: string, scope: string): boolean {
  return scope.endsWith("/") && path.startsWith(scope);
}

/** Where the task with this call id works when it was planned in `scope`. */
export function taskScope(scope: string, call: string): string {
  return `${scope}${call}/`;
}

/** The scopes this record ends; what lies below them ends too. */
export function ends(record: LogRecord, asked: ReadonlyMap<string, Open>): readonly End[] {
  const event = record.event;
  const root = record.scope === "/";
  switch (event.kind) {
    case "decided": {
      const action = event.action;
      if (action.kind === "done") return [{ path: record.scope, done: true, code: action.outcome }];
      if (action.kind === "say" && action.final && !root) return [{ path: record.scope, done: true, code: "success" }];
      if (action.kind === "cancel") return action.scopes.map((path) => ({ path, done: false, code: "cancelled" }));
      return [];
    }
    case "stopped":
      return [{ path: event.scope, done: false, code: event.code }];
    case "faulted":
      return event.took.length > 0 && !root ? [{ path: record.scope, done: false, code: "faulted" }] : [];
    case "returned": {
      const code = event.code || (event.ok ? "success" : "failure");
      return [{ path: taskScope(record.scope, event.call), done: event.ok, code }];
    }
    case "closed": {
      const open = asked.get(event.question);
      if (open === undefined || open.held !== null || open.scope === "/") return [];
      return [{ path: open.scope, done: false, code: event.code }];
    }
    default:
      return [];
  }
}

/** The open questions this record closes, each with how. */
export function closes(record: LogRecord, asked: ReadonlyMap<string, Open>): ReadonlyMap<string, string> {
  const closed = new Map<string, string>();
  if (asked.size === 0) return closed;
  const event = record.event;
  if (event.kind === "answered" && asked.has(event.to)) {
    closed.set(event.to, "answered");
  } else if (event.kind === "closed" && asked.has(event.question)) {
    closed.set(event.question, event.code === "" || event.code === "open" ? "closed" : event.code);
  }
  const calls = takenBack(record);
  const scopes = ends(record, asked);
  for (const open of asked.values()) {
    const gone = open.held !== null && calls.includes(open.held);
    if (closed.has(open.id)) continue;
    if (gone || scopes.some((end) => inside(open.scope, end.path))) closed.set(open.id, "gone");
  }
  return closed;
}

function takenBack(record: LogRecord): readonly string[] {
  const event = record.event;
  if (event.kind === "returned") return [event.call];
  return event.kind === "decided" && event.action.kind === "cancel" ? event.action.calls : [];
}
