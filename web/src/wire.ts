/**
 * The wire as Python says it; made by `make generated`, never by hand.
 *
 * Some of its names are also the browser's (Event, Record): `import type * as wire from "./wire.ts"` keeps them apart.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export type Action = Say | Ask | Call | Cancel | Wait | Done;

export type Event =
  | UserSaid
  | Answered
  | SurfaceActed
  | FileAdded
  | Changed
  | Stopped
  | Rated
  | Withdrawn
  | Redacted
  | AgentSaid
  | TaskOpened
  | AgentFound
  | ToolsFound
  | Woke
  | Started
  | Forked
  | Opened
  | Decided
  | Drafted
  | Discarded
  | Held
  | Closed
  | CallStarted
  | Progressed
  | FileKept
  | Returned
  | SurfaceShown
  | ClientTold
  | Faulted
  | Unknown;

export type Status = "ok" | "needs_user_choice" | "needs_clarification" | "error";

/**
 * What a person did without words: on which surface, by which name, with what. `cut`: too much for a view. On no
 * surface, `settings` are those of the conversation that were changed.
 */
export interface ActedLine {
  readonly surface: string;
  readonly name: string;
  readonly payload: Json;
  readonly cut: boolean;
}

/**
 * The card of the remote agent `source` was read; each of its skills is a tool. `trust` says how its digest
 * compares with the pinned one; `changed` and `more` are as in `ToolsFound`.
 */
export interface AgentFound {
  readonly kind: "agent_found";
  readonly source: string;
  readonly card: JsonObject;
  readonly digest: string;
  readonly trust: string;
  readonly specs: readonly ToolSpec[];
  readonly changed: readonly string[];
  readonly more: boolean;
}

/**
 * News of a remote agent, however it came (push, stream, poll); one per message_id and state. `call` is ours that
 * its task works for; without one the agent wrote to us of its own accord. Wakes the planner of its scope if `wakes`,
 * which for our own tasks the assistant's declaration says (`follow`).
 */
export interface AgentSaid {
  readonly kind: "agent_said";
  readonly agent: string;
  readonly call: string | null;
  readonly wakes: boolean;
  readonly task: string | null;
  readonly state: string | null;
  readonly message_id: string;
  readonly text: string | BlobRef;
  readonly files: readonly FileRef[];
  readonly data: Json;
}

/** What was answered by record `seq`; one of the last six says how. */
export interface AnswerLine {
  readonly seq: number;
  readonly at: string;
  readonly choice: string | null;
  readonly text: string | null;
  readonly form: Json;
  readonly approve: boolean | null;
  readonly edit: Json;
  readonly refuse: boolean | null;
}

/**
 * The answer to question `to`: exactly one of the other fields; `text` may also be the words in which a held call
 * was approved, amended or refused. Wakes only when it closes an Ask.
 */
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
  /** of a held call: hold it again, with these arguments */
  readonly amend: JsonObject | null;
}

/**
 * A question; its id is the seq of the decision. The answer is one of `choices`, a filled-in `form`, or words.
 *
 * Words answer it only when it is the one open question, it lasts, and it wants no form and no choice; other words
 * are a new message. `wants` keeps what a request still lacks, and lets words answer in place of a choice. `lasts`: a
 * new message of the person does not close it. With a `call` it is the person's client that is asked to do something;
 * what it tells of that, in words, is the answer.
 */
export interface Ask {
  readonly kind: "ask";
  readonly text: string;
  readonly choices: readonly Choice[];
  /** JSON Schema of the answer, when a form is asked for */
  readonly form: JsonObject | null;
  readonly wants: Wants | null;
  readonly lasts: boolean;
  readonly call: ToolCall | null;
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

/**
 * Tools and assistants side by side, started in the order of their needs; the planner wakes when all are back, well
 * or not. `text` are words for the person that come first.
 */
export interface Call {
  readonly kind: "call";
  readonly calls: readonly (ToolCall | Task)[];
  readonly text: string;
}

/**
 * One use of a tool. `args_cut` and `value_cut`: too long for a view, the records hold the whole.
 *
 * `question` is the id of the approval asked for it, `asking` how that question stands; `edited` is the record that
 * changed its arguments, `retried_by` the later call that made this one good; `reason` is the decision's.
 */
export interface CallLine {
  readonly id: string;
  readonly tool: string;
  readonly reason: string;
  readonly args: Json;
  readonly args_cut: boolean;
  readonly retries: string | null;
  readonly decided: string;
  readonly state: "decided" | "held" | "started" | "returned";
  readonly question: string | null;
  readonly asking: string | null;
  readonly held_why: string;
  readonly edited: number | null;
  readonly retried_by: string | null;
  readonly started: string | null;
  readonly returned: number | null;
  readonly ended: string | null;
  readonly ok: boolean | null;
  readonly code: string | null;
  readonly text: string;
  readonly value: Json;
  readonly value_cut: boolean;
  readonly took_ms: number | null;
  readonly notes: readonly NoteLine[];
  readonly remote: RemoteLine | null;
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

/** What stands beside a message: what a model may read, and what it may ask the client to do until the next one. */
export interface ClientSide {
  readonly context: readonly Shown[];
  readonly tools: readonly ClientTool[];
}

/** A command went to the client as part of a decision. */
export interface ClientTold {
  readonly kind: "client_told";
  readonly command: JsonObject;
}

/** Something that the person's client can do; `input` is the JSON Schema of what it takes. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

/** A question ended without an answer. */
export interface Closed {
  readonly kind: "closed";
  readonly question: string;
  readonly code: string;
}

/** A command, from record `seq` of `scope`; None when it is too heavy or was redacted. */
export interface CommandItem {
  readonly seq: number;
  readonly scope: string;
  readonly command: Json;
}

/** A command a step gave to the client, from record `seq`; None when it is too long for a view. */
export interface CommandLine {
  readonly seq: number;
  readonly command: Json;
}

/** The last commands, oldest first. */
export interface CommandsState {
  readonly upto: number;
  readonly dropped: number;
  readonly items: readonly CommandItem[];
}

/** What was considered and not chosen; a whole score is an integer, so that both languages write it alike. */
export interface ConsideredLine {
  readonly name: string;
  readonly score: number | null;
  readonly why: string;
}

/**
 * `price` in US dollars, of the thoughts whose price is known; `unpriced` counts the others. `model` is empty where
 * several are added up.
 */
export interface CostLine {
  readonly model: string;
  readonly thoughts: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly reasoning_tokens: number;
  readonly price: number;
  readonly unpriced: number;
  readonly took_ms: number;
}

/** `message` is since a person's last record. */
export interface CostsState {
  readonly upto: number;
  readonly total: CostLine;
  readonly message: CostLine;
  readonly models: readonly CostLine[];
}

/**
 * A planner's decision; `took` are the waking records it was given, `draft` the words already streamed, `thought`
 * what its model's provider wants back. In a prompt its `summary` takes the place of all that was before `took`.
 */
export interface Decided {
  readonly kind: "decided";
  readonly reasoning: string;
  readonly action: Action;
  readonly step: string;
  readonly considered: readonly Candidate[];
  readonly took: readonly number[];
  readonly usage: Usage | null;
  readonly draft: string | null;
  readonly thought: Thought | null;
  readonly summary: string;
}

/**
 * A thought was dropped before it had any effect. `why`: `news` came, its scope had `ended`, its model's answer
 * `broke_off` and is asked for once more, or the process was `restarted`. `text`: the words of its `draft` that had
 * been shown, when its scope had ended or the process was restarted: they stand, interrupted.
 */
export interface Discarded {
  readonly kind: "discarded";
  readonly took: readonly number[];
  readonly why: string;
  readonly usage: Usage | null;
  readonly draft: string | null;
  readonly text: string;
}

/**
 * The scope ends, and with it everything below it. In a task, the parent is given `value` and `summary` as a
 * `Returned`, which is `ok` unless the outcome is `failure`. The root opens again at a person's next message.
 *
 * `asks`: what it shows still asks the person something, though nobody waits for the answer. It is no failure; the
 * `Returned` has the code `asks`, and the list of conversations says it.
 */
export interface Done {
  readonly kind: "done";
  readonly outcome: "success" | "neutral" | "failure";
  readonly summary: string;
  readonly value: Json;
  readonly asks: boolean;
}

/**
 * The next words of the draft `of` were shown while its thought goes on; wakes nobody. The decision that comes of
 * it holds all of them.
 */
export interface Drafted {
  readonly kind: "drafted";
  readonly of: string;
  readonly text: string;
}

/**
 * Something of ours broke; the records in `took` will not be thought about again. `error`: the class of what was
 * raised; its words may hold what people said, and stand in the server's log alone.
 */
export interface Faulted {
  readonly kind: "faulted";
  readonly code: string;
  readonly text: string;
  readonly error: string;
  readonly took: readonly number[];
}

/** A file came in. `private`: it is not meant for other agents; a tool that sends files to them has to heed it. */
export interface FileAdded {
  readonly kind: "file_added";
  readonly ref: FileRef;
  readonly source: string;
  readonly private: boolean;
}

/**
 * A running call keeps a file with its conversation; wakes nobody. Of one call and name the newest counts. After
 * `expires` nobody is given the bytes, and they are deleted. `private`: it is not meant for other agents; whoever
 * sends files to them has to heed it.
 */
export interface FileKept {
  readonly kind: "file_kept";
  readonly call: string;
  readonly ref: FileRef;
  readonly expires: string | null;
  readonly private: boolean;
}

/** A file somebody gave or made: its name, its media type and where the bytes are. */
export interface FileRef {
  readonly name: string;
  readonly media: string;
  readonly blob: BlobRef | null;
  readonly uri: string | null;
}

/** All before this is a copy of conversation `of`: nothing of it leaves here before a person says so. */
export interface Forked {
  readonly kind: "forked";
  readonly of: string;
}

/**
 * A call waits for a person's approval; the seq of this record is the question's id. What leaves are the arguments
 * of the call.
 *
 * `why`: the approval that asks for it (`destructive`, `changes`, `always`), the planner holds that it is `private`,
 * the tool `changed` since it was last agreed to, its agent's card is of another site than where it goes
 * (`elsewhere`), or it is from before a `fork`. `title` and `description`: what the
 * tool called itself then, in the person's language; empty when it only has a name. `source` and `place`: the server
 * or agent it goes to and where that is; empty when it stays here. `reversible`: whether it can be taken back; None
 * when nobody says. `input`: the schema of the arguments, which names and limits what a person may edit; None when it
 * is too long. `digest`: of what the tool said of itself, to which a person agrees.
 */
export interface Held {
  readonly kind: "held";
  readonly call: string;
  readonly why: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly place: string;
  readonly reversible: boolean | null;
  readonly input: JsonObject | null;
  readonly digest: string;
}

/**
 * The call that waits for approval; `args_cut`: too long for a view, the decision holds the whole. The rest is
 * what the record `Held` shows; `input` is None when it is too long for a view.
 */
export interface HeldLine {
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
  readonly args_cut: boolean;
  readonly reason: string;
  readonly why: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly place: string;
  readonly reversible: boolean | null;
  readonly input: Json;
}

/** What a running call or the agent behind it told, from record `seq`. */
export interface NoteLine {
  readonly seq: number;
  readonly at: string;
  readonly text: string;
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

/** A call that is not back yet. */
export interface PendingCall {
  readonly id: string;
  readonly scope: string;
  readonly tool: string;
  readonly args: Json;
  readonly args_cut: boolean;
  readonly reason: string;
  readonly decided: number;
}

/**
 * A running call told how far it is: a note for people, a part of the result, or both; or what a model used that
 * it asked.
 */
export interface Progressed {
  readonly kind: "progressed";
  readonly call: string;
  readonly note: string;
  readonly part: Json;
  readonly usage: Usage | null;
}

/** One question. `state`: open, answered, superseded, gone (its scope ended) or another code; `closed` is when. */
export interface QuestionItem {
  readonly id: string;
  readonly seq: number;
  readonly at: string;
  readonly scope: string;
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly form: Json;
  readonly wants: WantsLine | null;
  readonly lasts: boolean;
  readonly held: HeldLine | null;
  readonly state: string;
  readonly answer: AnswerLine | null;
  readonly closed: string | null;
  readonly redacted: boolean;
}

/** Questions in the order they were asked. */
export interface QuestionsState {
  readonly upto: number;
  readonly dropped: number;
  readonly items: readonly QuestionItem[];
  readonly calls: readonly PendingCall[];
}

/**
 * What a person thinks of the words that record `to` holds; `good` None takes it back, the last one counts. Wakes
 * nobody: whoever measures the assistant makes a case of it.
 */
export interface Rated {
  readonly kind: "rated";
  readonly to: number;
  readonly good: boolean | null;
}

/**
 * `seq` has no gaps and starts at 1; `at` (UTC) never decreases; `by` says who it comes from; `cause` is the seq it
 * came from. `scope` is `/` or that of a task; `key` is the sender's idempotency key.
 */
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

/** The remote agent's task that works on a call, and the last state it told. */
export interface RemoteLine {
  readonly agent: string;
  readonly task: string;
  readonly context: string | null;
  readonly state: string | null;
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

/**
 * A line of thought: what it is for, how it stands, and its last steps; `dropped` counts the older ones.
 *
 * `reason` is the reasoning of the decision that opened it, `message` its last words, of record `said`.
 * `working`: something of it runs or thinks now. `unsure`: nobody knows whether one of its calls was done.
 */
export interface ScopeLine {
  readonly path: string;
  readonly parent: string | null;
  readonly call: string | null;
  readonly title: string;
  readonly intent: string;
  readonly assistant: string;
  readonly reason: string;
  readonly opened: number | null;
  readonly started: string | null;
  readonly state: "open" | "done" | "stopped";
  readonly status: "ok" | "needs_user_choice" | "needs_clarification" | "error";
  readonly working: boolean;
  readonly unsure: boolean;
  readonly message: string;
  readonly said: number | null;
  readonly code: string | null;
  readonly ended: string | null;
  readonly took_ms: number | null;
  readonly discarded: number;
  readonly dropped: number;
  readonly wait: number | null;
  readonly waking: readonly WakingLine[];
  readonly steps: readonly StepLine[];
}

/** Something that the person's client shows or knows besides the talk: data, for a model that reads along. */
export interface Shown {
  readonly about: string;
  readonly value: string;
}

/** The first record: which assistant in which version, with which settings. */
export interface Started {
  readonly kind: "started";
  readonly assistant: string;
  readonly version: string;
  readonly settings: JsonObject;
}

/**
 * What one decision, or one thing that happened to the work, came to. `message`: the person's record behind it.
 * A `say` with the code `interrupted` are the words of a thought that did not come to its end.
 *
 * `asking` says how the question of an ask stands (`open`, `answered`, `superseded`, `gone`, another code).
 */
export interface StepLine {
  readonly seq: number;
  readonly at: string;
  readonly kind: "say" | "ask" | "call" | "cancel" | "wait" | "done" | "stopped" | "fault" | "late";
  readonly name: string;
  readonly reasoning: string;
  readonly considered: readonly ConsideredLine[];
  readonly text: string;
  readonly state: "open" | "done";
  readonly status: "ok" | "needs_user_choice" | "needs_clarification" | "error";
  readonly code: string | null;
  readonly message: number | null;
  readonly asking: string | null;
  readonly choices: readonly Choice[];
  readonly to: string | null;
  readonly until: string | null;
  readonly calls: readonly CallLine[];
  readonly tasks: readonly TaskLine[];
  readonly commands: readonly CommandLine[];
  readonly usage: Usage | null;
  readonly redacted: boolean;
}

/**
 * Scopes in the order in which they opened, the root first. `message` is the last thing a person came with;
 * `status` is the worst of the root's steps for it.
 */
export interface StepsState {
  readonly upto: number;
  readonly message: number | null;
  readonly status: "ok" | "needs_user_choice" | "needs_clarification" | "error";
  readonly working: boolean;
  readonly scopes: readonly ScopeLine[];
}

/**
 * A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`), which
 * `text` names.
 */
export interface Stopped {
  readonly kind: "stopped";
  readonly scope: string;
  readonly code: string;
  readonly text: string;
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
 * A call whose tool is an assistant: work in a scope of its own. `to` is the name of a specialist that is declared,
 * or of the assistant itself; to anybody else it comes back `invalid`.
 *
 * `intent` is what is wanted, for programs; `task` the same in words; `args` what is known about it. `needs` names
 * calls and tasks (by `id`) of the same decision that must come back well first; `corrects` names an earlier task
 * (`seq.id`).
 */
export interface Task {
  readonly kind: "task";
  readonly id: string;
  readonly intent: string;
  readonly to: string;
  readonly task: string;
  readonly args: JsonObject;
  readonly needs: readonly string[];
  readonly corrects: string | null;
}

/** One task of a decision; `scope` is where it works once it is opened, `needs` are what comes first (`seq.id`). */
export interface TaskLine {
  readonly id: string;
  readonly intent: string;
  readonly to: string;
  readonly text: string;
  readonly needs: readonly string[];
  readonly corrects: string | null;
  readonly state: "decided" | "opened" | "returned";
  readonly scope: string | null;
  readonly corrected_by: string | null;
  readonly returned: number | null;
  readonly ok: boolean | null;
  readonly code: string | null;
  readonly result: string;
  readonly took_ms: number | null;
}

/**
 * A remote agent is given one of our calls: durable before anything leaves, with the ids we chose, and again when
 * the agent names its task; the last one counts. `address`, `dialect`, `binding` and `tenant` are where it is asked
 * and what is spoken there, `skill` the one that its task was opened for.
 */
export interface TaskOpened {
  readonly kind: "task_opened";
  readonly call: string;
  readonly agent: string;
  readonly task: string;
  readonly context: string | null;
  readonly address: string;
  readonly dialect: string;
  readonly binding: string;
  readonly tenant: string;
  readonly skill: string;
}

/**
 * What a model's provider wants back unchanged in the next prompt: signed thinking, ids of its own.
 *
 * Nobody else reads it: it is on no screen, in no scrubbed export, and in no prompt for another provider or model.
 * `data` is a BlobRef in the log when it is long, and whole again for the planner.
 */
export interface Thought {
  readonly provider: string;
  readonly model: string;
  readonly data: Json;
}

/**
 * One use of a tool the assistant declares; `args` must fit the tool's input schema, or the call comes back
 * `invalid`.
 *
 * `retries` names the earlier call (`seq.id`) whose idempotency key it must reuse. `doubt` is why a planner wants a
 * person's word first, though the tool is not held: it `changes` something and was only read from words, or what
 * leaves may be `private`.
 */
export interface ToolCall {
  readonly kind: "tool";
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly retries: string | null;
  readonly doubt: "" | "changes" | "private";
}

/**
 * Name, words, schemas and the hints of MCP. `input` and `output` are JSON Schema (2020-12).
 *
 * The hints decide what may happen to a call. `read_only`: it is made at once and repeated after a crash.
 * `idempotent`: it is noted durably before it leaves, and repeated after a crash with the same key. Neither: it is
 * noted, and never repeated by the engine. `destructive`: it is held until a person approves, edits or refuses it,
 * unless the assistant asks for less or more (`AssistantSpec.approval`); `approval` is the least that the tool itself
 * asks for, whoever calls it. `reversible`: whether what it did can be taken back; None when it does not say.
 *
 * `when`: `agent_waits` allows the call only while the remote agent has no task or asks for input. `ends`: the call
 * closes the conversation with the other side.
 */
export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** language code -> title */
  readonly titles: { readonly [key: string]: string };
  /** language code -> description */
  readonly descriptions: { readonly [key: string]: string };
  readonly input: JsonObject;
  readonly output: JsonObject | null;
  readonly read_only: boolean;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  readonly approval: "never" | "destructive" | "changes" | "always";
  readonly reversible: boolean | null;
  readonly ends: boolean;
  readonly when: "always" | "agent_waits";
  /** seconds a call may take */
  readonly deadline: number;
  readonly kind: "function" | "mcp" | "a2a" | "search" | "imagined";
  /** the server or agent it lives on */
  readonly source: string;
  /** where that is, for people: an origin or the name of a program */
  readonly place: string;
  /** digest of the agent's card that it is from */
  readonly card: string;
}

/**
 * A tool server told its tools: these are all there are, or with `more` some beside those told before. `changed`
 * are those that say something else of themselves than when this owner last used them.
 */
export interface ToolsFound {
  readonly kind: "tools_found";
  readonly source: string;
  readonly specs: readonly ToolSpec[];
  readonly changed: readonly string[];
  readonly more: boolean;
}

/**
 * One thing that was said or done. `blob`: the words are longer than a record holds, `text` is their beginning.
 *
 * `how` an answer was given: choice, text, form, approve, edit, refuse; `to` is its question, `choice` the id that was
 * picked and `text` that choice's label. Of an approval that is asked, `to` is the call. `code` is the outcome of
 * `done`, the code of `fault` and `stopped`, the state of an agent, `interrupted` of words that were `said` by a
 * thought that did not come to its end. `redacted` items have lost their words. `good`: what
 * a person thinks of it.
 */
export interface TranscriptItem {
  readonly seq: number;
  readonly at: string;
  readonly by: "person" | "assistant" | "agent";
  readonly scope: string;
  readonly kind: "said" | "asked" | "answered" | "acted" | "done" | "fault" | "stopped";
  readonly text: string;
  readonly blob: BlobRef | null;
  readonly files: readonly FileRef[];
  readonly to: string | null;
  readonly how: string | null;
  readonly choice: string | null;
  readonly choices: readonly Choice[];
  readonly agent: string | null;
  readonly code: string | null;
  readonly acted: ActedLine | null;
  readonly redacted: boolean;
  readonly good: boolean | null;
}

/** The last items, oldest first. */
export interface TranscriptState {
  readonly upto: number;
  readonly dropped: number;
  readonly items: readonly TranscriptItem[];
}

/** A kind this version does not know, read from a log; views pass over it. */
export interface Unknown {
  readonly kind: "unknown";
  readonly was: string;
}

/**
 * What a thought cost: the model's name, its tokens, the price when it is known, and milliseconds of thinking.
 *
 * `cached_tokens` are those of the input that the provider had kept, `reasoning_tokens` those of the output that were
 * spent on thinking; both are counted in input and output as well. `price` is in US dollars.
 */
export interface Usage {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly reasoning_tokens: number;
  readonly price: number | null;
  readonly took_ms: number;
}

/**
 * A message; `channel` tells which pane or door it came through, `client` what stands beside it there. Wakes the
 * planner.
 */
export interface UserSaid {
  readonly kind: "user_said";
  readonly text: string | BlobRef;
  readonly files: readonly FileRef[];
  readonly channel: string;
  readonly client: ClientSide | null;
}

/** Nothing now: until news comes, or at the latest until a moment (with its time zone), which wakes it by `Woke`. */
export interface Wait {
  readonly kind: "wait";
  readonly why: string;
  readonly until: string | null;
}

/** A record that no decision took yet, and the person's record it descends from. */
export interface WakingLine {
  readonly seq: number;
  readonly message: number | null;
  readonly person: boolean;
}

/** What a pending request still lacks: the skill, the slots known so far, and the names of the missing ones. */
export interface Wants {
  readonly skill: string;
  readonly slots: JsonObject;
  readonly missing: readonly string[];
}

/** What a pending request still lacks; `slots` is None when they are too long for a view. */
export interface WantsLine {
  readonly skill: string;
  readonly slots: Json;
  readonly missing: readonly string[];
}

/** Who said these records takes them back: what descends from nothing else ends, and all the rest goes on. */
export interface Withdrawn {
  readonly kind: "withdrawn";
  readonly seqs: readonly number[];
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
  | StoppedSent
  | RatedSent;

/**
 * The answer to question `to`: exactly one of the other fields; `text` may also be the words in which a held call
 * was approved, amended or refused. Wakes only when it closes an Ask.
 */
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
  /** of a held call: hold it again, with these arguments */
  readonly amend?: JsonObject | null;
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

/** What stands beside a message: what a model may read, and what it may ask the client to do until the next one. */
export interface ClientSideSent {
  readonly context?: readonly ShownSent[];
  readonly tools?: readonly ClientToolSent[];
}

/** Something that the person's client can do; `input` is the JSON Schema of what it takes. */
export interface ClientToolSent {
  readonly name: string;
  readonly description?: string;
  readonly input?: JsonObject;
}

/** A file came in. `private`: it is not meant for other agents; a tool that sends files to them has to heed it. */
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

/**
 * What a person thinks of the words that record `to` holds; `good` None takes it back, the last one counts. Wakes
 * nobody: whoever measures the assistant makes a case of it.
 */
export interface RatedSent {
  readonly kind: "rated";
  readonly to: number;
  readonly good?: boolean | null;
}

/** Something that the person's client shows or knows besides the talk: data, for a model that reads along. */
export interface ShownSent {
  readonly about?: string;
  readonly value?: string;
}

/**
 * A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`), which
 * `text` names.
 */
export interface StoppedSent {
  readonly kind: "stopped";
  readonly scope?: string;
  readonly code?: string;
  readonly text?: string;
}

/** A button, form or link on a surface was used. Wakes the planner. */
export interface SurfaceActedSent {
  readonly kind: "surface_acted";
  readonly surface: string;
  readonly name: string;
  readonly payload?: JsonObject;
}

/**
 * A message; `channel` tells which pane or door it came through, `client` what stands beside it there. Wakes the
 * planner.
 */
export interface UserSaidSent {
  readonly kind: "user_said";
  readonly text: string | BlobRefSent;
  readonly files?: readonly FileRefSent[];
  readonly channel?: string;
  readonly client?: ClientSideSent | null;
}
