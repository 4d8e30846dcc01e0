/**
 * The wire as Python says it; made by `make generated`, never by hand.
 *
 * Some of its names are also the browser's (Event, Record): `import type * as wire from "./wire.ts"` keeps them apart.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export type Action = Say | Ask | Call | Plan | Cancel | Wait | Done;

export type Event =
  | UserSaid
  | Answered
  | SurfaceActed
  | FileAdded
  | Changed
  | Stopped
  | Redacted
  | AgentSaid
  | TaskOpened
  | AgentFound
  | ToolsFound
  | Woke
  | Started
  | Opened
  | Decided
  | Discarded
  | Held
  | Closed
  | CallStarted
  | Progressed
  | Returned
  | SurfaceShown
  | ClientTold
  | Faulted
  | Unknown;

export type Status = "ok" | "needs_user_choice" | "needs_clarification" | "error";

/** A remote agent's card was read; `trust` says how its digest compares with the pinned one. */
export interface AgentFound {
  readonly kind: "agent_found";
  readonly card: JsonObject;
  readonly digest: string;
  readonly trust: string;
  readonly tools: readonly string[];
}

/** News of a remote agent, however it came (push, stream, poll); one per message_id. Wakes the planner. */
export interface AgentSaid {
  readonly kind: "agent_said";
  readonly agent: string;
  readonly task: string | null;
  readonly state: string | null;
  readonly message_id: string;
  readonly text: string | BlobRef;
  readonly files: readonly FileRef[];
  readonly data: Json;
}

/** The answer to question `to`: exactly one of the other fields. Wakes only when it closes an Ask. */
export interface Answered {
  readonly kind: "answered";
  readonly to: string;
  readonly choice: string | null;
  readonly text: string | null;
  readonly form: JsonObject | null;
  /** of a held call: start it */
  readonly approve: boolean | null;
  /** of a held call: start it with these arguments */
  readonly edit: JsonObject | null;
  /** of a held call: do not start it */
  readonly refuse: boolean | null;
}

/** A question; its id is the seq of the decision. `lasts`: a new message of the person does not close it. */
export interface Ask {
  readonly kind: "ask";
  readonly text: string;
  readonly choices: readonly Choice[];
  /** JSON Schema of the answer, when a form is asked for */
  readonly form: JsonObject | null;
  readonly wants: Wants | null;
  readonly lasts: boolean;
}

/** Stands in a record for a value that is too long for it; the bytes are in Blobs under `sha256`. */
export interface BlobRef {
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  /** media type of the bytes */
  readonly media: string;
  /** the first characters, for people */
  readonly preview: string;
}

/** Tools side by side; the planner wakes when all of them are back. */
export interface Call {
  readonly kind: "call";
  readonly calls: readonly ToolCall[];
}

/** Durable before the effect leaves; only for tools that are not read-only. `key` is what the world sees. */
export interface CallStarted {
  readonly kind: "call_started";
  readonly call: string;
  readonly key: string;
}

/** Takes back calls (`seq.id`) and scopes; the planner goes on at once. */
export interface Cancel {
  readonly kind: "cancel";
  readonly calls: readonly string[];
  readonly scopes: readonly string[];
}

/** Something that was considered and not chosen; `score` is the planner's own measure, higher is better. */
export interface Candidate {
  readonly name: string;
  readonly score: number;
  readonly why: string;
}

/** Settings of this conversation were changed (language, tools, guidance). */
export interface Changed {
  readonly kind: "changed";
  readonly settings: JsonObject;
}

/** One answer that can be picked: `id` goes back, `label` and `detail` are for people. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

/** A command went to the client as part of a decision. */
export interface ClientTold {
  readonly kind: "client_told";
  readonly command: JsonObject;
}

/** A question ended without an answer. */
export interface Closed {
  readonly kind: "closed";
  readonly question: string;
  readonly code: string;
}

/** A planner's decision; `took` are the waking records it was given, `draft` the words already streamed. */
export interface Decided {
  readonly kind: "decided";
  readonly reasoning: string;
  readonly action: Action;
  readonly step: string;
  readonly considered: readonly Candidate[];
  readonly took: readonly number[];
  readonly usage: Usage | null;
  readonly draft: string | null;
}

/** A thought was dropped before it had any effect: news came, or its scope had ended. */
export interface Discarded {
  readonly kind: "discarded";
  readonly took: readonly number[];
  readonly why: string;
  readonly usage: Usage | null;
}

/** The scope ends, and with it everything below it. */
export interface Done {
  readonly kind: "done";
  readonly outcome: "success" | "neutral" | "failure";
  readonly summary: string;
  readonly value: Json;
}

/** Something of ours broke; the records in `took` will not be thought about again. */
export interface Faulted {
  readonly kind: "faulted";
  readonly code: string;
  readonly text: string;
  readonly took: readonly number[];
}

/** A file came in; private files are never sent out by a tool. */
export interface FileAdded {
  readonly kind: "file_added";
  readonly ref: FileRef;
  readonly source: string;
  readonly private: boolean;
}

/** A file somebody gave or made: its name, its media type and where the bytes are. */
export interface FileRef {
  readonly name: string;
  readonly media: string;
  readonly blob: BlobRef | null;
  readonly uri: string | null;
}

/** A destructive call waits for a person's approval; the seq of this record is the question's id. */
export interface Held {
  readonly kind: "held";
  readonly call: string;
  readonly why: string;
}

/** A task got its scope. Wakes the planner there once all it needs came back well. */
export interface Opened {
  readonly kind: "opened";
  readonly call: string;
  readonly assistant: string;
  readonly version: string;
  readonly task: Task;
}

/** One change of a data model: `add`, `replace` or `remove` at a JSON Pointer (RFC 6901). */
export interface Patch {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value: Json;
}

/** Tasks, each in a scope of its own, started in the order of their needs. */
export interface Plan {
  readonly kind: "plan";
  readonly tasks: readonly Task[];
}

/** A running call told how far it is: a note for people, a part of the result, or both. */
export interface Progressed {
  readonly kind: "progressed";
  readonly call: string;
  readonly note: string;
  readonly part: Json;
}

/** `seq` has no gaps and starts at 1; `at` (UTC) never decreases; `cause` is the seq it came from. */
export interface Record {
  readonly v: number;
  readonly seq: number;
  readonly at: string;
  readonly by: "person" | "agent" | "clock" | "planner" | "engine" | "tool";
  readonly cause: number | null;
  readonly scope: string;
  readonly key: string | null;
  readonly event: Event;
}

/** The bodies of these records were blanked; their seqs stay. */
export interface Redacted {
  readonly kind: "redacted";
  readonly seqs: readonly number[];
  readonly why: string;
}

/** A call came back, well or with a code and a sentence. Wakes when all calls of its decision are back. */
export interface Returned {
  readonly kind: "returned";
  readonly call: string;
  readonly ok: boolean;
  readonly value: Json;
  readonly code: string | null;
  readonly text: string;
  readonly took_ms: number | null;
}

/** Words for the person. Not final: the planner goes on at once. Final in a task: the task is done. */
export interface Say {
  readonly kind: "say";
  readonly text: string;
  readonly files: readonly FileRef[];
  readonly final: boolean;
}

/** The first record: which assistant in which version, with which settings. */
export interface Started {
  readonly kind: "started";
  readonly assistant: string;
  readonly version: string;
  readonly settings: JsonObject;
}

/** A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`). */
export interface Stopped {
  readonly kind: "stopped";
  readonly scope: string;
  readonly code: string;
}

/** A button, form or link on a surface was used. Wakes the planner. */
export interface SurfaceActed {
  readonly kind: "surface_acted";
  readonly surface: string;
  readonly name: string;
  readonly payload: JsonObject;
}

/** A message went to a surface as part of a decision. */
export interface SurfaceShown {
  readonly kind: "surface_shown";
  readonly surface: string;
  readonly message: JsonObject;
}

/**
 * Work for a specialist, or for the assistant itself, in a scope of its own.
 *
 * `needs` names tasks of the same plan that must come back well first; `corrects` names an earlier task (`seq.id`).
 */
export interface Task {
  readonly id: string;
  readonly intent: string;
  readonly to: string;
  readonly task: string;
  readonly args: JsonObject;
  readonly needs: readonly string[];
  readonly corrects: string | null;
}

/** A remote agent opened a task for one of our calls. */
export interface TaskOpened {
  readonly kind: "task_opened";
  readonly call: string;
  readonly agent: string;
  readonly task: string;
  readonly context: string | null;
}

/** One use of a tool; `retries` names the earlier call (`seq.id`) whose idempotency key it must reuse. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly retries: string | null;
}

/** A tool server listed its tools. */
export interface ToolsFound {
  readonly kind: "tools_found";
  readonly source: string;
  readonly tools: readonly string[];
}

/** A kind this version does not know, read from a log; views pass over it. */
export interface Unknown {
  readonly kind: "unknown";
  readonly was: string;
}

/** What a thought cost: tokens of the model in and out, its name, and milliseconds of thinking. */
export interface Usage {
  readonly model: string;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly took_ms: number;
}

/** A message; `channel` tells which pane or door it came through. Wakes the planner. */
export interface UserSaid {
  readonly kind: "user_said";
  readonly text: string | BlobRef;
  readonly files: readonly FileRef[];
  readonly channel: string;
}

/** Nothing now: until news comes, or at the latest until a moment. */
export interface Wait {
  readonly kind: "wait";
  readonly why: string;
  readonly until: string | null;
}

/** What a pending request still lacks: the skill, the slots known so far, and the names of the missing ones. */
export interface Wants {
  readonly skill: string;
  readonly slots: JsonObject;
  readonly missing: readonly string[];
}

/** The moment a Wait named has come; counts only while that Wait is the scope's last decision. */
export interface Woke {
  readonly kind: "woke";
  readonly wait: number;
}

export type PersonEvent =
  | UserSaidSent
  | AnsweredSent
  | SurfaceActedSent
  | FileAddedSent
  | ChangedSent
  | StoppedSent;

/** The answer to question `to`: exactly one of the other fields. Wakes only when it closes an Ask. */
export interface AnsweredSent {
  readonly kind: "answered";
  readonly to: string;
  readonly choice?: string | null;
  readonly text?: string | null;
  readonly form?: JsonObject | null;
  /** of a held call: start it */
  readonly approve?: boolean | null;
  /** of a held call: start it with these arguments */
  readonly edit?: JsonObject | null;
  /** of a held call: do not start it */
  readonly refuse?: boolean | null;
}

/** Stands in a record for a value that is too long for it; the bytes are in Blobs under `sha256`. */
export interface BlobRefSent {
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  /** media type of the bytes */
  readonly media?: string;
  /** the first characters, for people */
  readonly preview?: string;
}

/** Settings of this conversation were changed (language, tools, guidance). */
export interface ChangedSent {
  readonly kind: "changed";
  readonly settings: JsonObject;
}

/** A file came in; private files are never sent out by a tool. */
export interface FileAddedSent {
  readonly kind: "file_added";
  readonly ref: FileRefSent;
  readonly source?: string;
  readonly private?: boolean;
}

/** A file somebody gave or made: its name, its media type and where the bytes are. */
export interface FileRefSent {
  readonly name: string;
  readonly media?: string;
  readonly blob?: BlobRefSent | null;
  readonly uri?: string | null;
}

/** A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`). */
export interface StoppedSent {
  readonly kind: "stopped";
  readonly scope?: string;
  readonly code?: string;
}

/** A button, form or link on a surface was used. Wakes the planner. */
export interface SurfaceActedSent {
  readonly kind: "surface_acted";
  readonly surface: string;
  readonly name: string;
  readonly payload?: JsonObject;
}

/** A message; `channel` tells which pane or door it came through. Wakes the planner. */
export interface UserSaidSent {
  readonly kind: "user_said";
  readonly text: string | BlobRefSent;
  readonly files?: readonly FileRefSent[];
  readonly channel?: string;
}
