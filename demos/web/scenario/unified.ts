/** The unified event log of a run: the twin of `events.py`, which says what each record adds, on which channel and by whom. */
import {
  acted,
  answered,
  attachments,
  type Author,
  core,
  failure,
  idOf,
  type Line,
  nameOf,
  playerOf,
  SOURCE,
  type UnifiedEvent,
  user,
  withoutSource,
  wordsOf,
} from "./event-lines.ts";
import { Vault } from "./vault-fold.ts";
import { isObject, listOf, objectOf, textOf, type Json, type JsonObject } from "../../../web/src/transport/json.ts";

export const SEND = "sendMessage";
const ERROR = "error ";
const A2A = "a2a";
const ERRORS: Readonly<Record<string, string>> = {
  missing_attachment: "MISSING_ATTACHMENT",
  private_file: "MISSING_ATTACHMENT",
  invalid: "INVALID_ARGS",
  not_allowed: "TOOL_DISABLED",
  not_now: "DISALLOWED_ACTION",
};
const QUIET = ["cancelled", "refused", "superseded", "not_sent"];
export const IDLE = "idle";

interface Called {
  readonly tool: string;
  readonly args: JsonObject;
}

export class UnifiedLog {
  /** What is played, as the settings have it; null before anything was chosen. */
  run: JsonObject | null = null;
  readonly events: UnifiedEvent[] = [];
  readonly vault = new Vault();
  /** What the other agent's task is in; "" while there is none. */
  state = "";
  ended = "";
  /** Who took the last step: the name of a model, `script` or `goals`. */
  player = "";
  readonly #sent = new Set<string>();
  readonly #heard = new Set<string>();
  readonly #calls = new Map<string, Called>();
  readonly #held = new Map<string, string>();

  /** Takes the next record in; what it adds. */
  apply(record: JsonObject): UnifiedEvent[] {
    this.vault.apply(record);
    const made = [...this.#of(record)].map(([type, channel, author, payload], index) => ({
      seq: this.events.length + index + 1,
      timestamp: textOf(record["at"]),
      type,
      channel,
      author,
      agentId: this.#whose(author),
      payload,
      record: Number(record["seq"]),
    }));
    this.events.push(...made);
    return made;
  }

  get ours(): string {
    return textOf(objectOf(this.run?.["me"])["agentId"]);
  }

  /** Whom we talk with: the one that was chosen, else the first of the others. */
  get other(): JsonObject {
    const others = listOf(this.run?.["others"]).filter(isObject);
    const chosen = others.find((one) => idOf(one) === this.run?.["counterpart"]);
    return chosen ?? others[0] ?? {};
  }

  #whose(author: Author): string {
    if (!this.run || author === "user" || author === "system") return author;
    return author === "planner" ? this.ours : idOf(this.other) || "agent";
  }

  *#of(record: JsonObject): Iterable<Line> {
    const event = objectOf(record["event"]);
    const seq = Number(record["seq"]);
    const text = wordsOf(event["text"]);
    switch (event["kind"]) {
      case "started":
      case "changed":
        return yield* this.#chosen(objectOf(event["settings"])["run"]);
      case "user_said":
        if (event["channel"] === A2A) return yield* this.#told("", `#${seq}`, text, event["files"]);
        return yield user({ text, attachments: attachments(event["files"]) });
      case "answered":
        this.#edit(event);
        return yield* answered(event);
      case "decided":
        return yield* this.#decided(seq, event);
      case "task_opened":
        return yield* this.#left(textOf(event["call"]));
      case "agent_said":
        if (event["call"] == null && !event["state"]) this.state = "input-required";
        return yield* this.#told(
          textOf(event["state"]),
          textOf(event["message_id"]) || `#${seq}`,
          text,
          event["files"],
        );
      case "returned":
        return yield* this.#returned(event);
      case "held":
        this.#held.set(`${seq}`, textOf(event["call"]));
        return yield ["trace", "system", "planner", { text: "draft", callId: event["call"] ?? "", question: `${seq}` }];
      case "file_added":
        if (event["source"] === SOURCE) return;
        return yield ["trace", "system", "user", { ...nameOf(event), source: event["source"] ?? "" }];
      case "file_kept":
        return yield ["trace", "system", "system", { ...nameOf(event), callId: event["call"] ?? "" }];
      case "faulted":
        return yield failure(textOf(event["code"]).toUpperCase(), text);
      case "stopped": {
        const code = textOf(event["code"]);
        return yield ["trace", "system", code === "user" ? "user" : "system", { text: "stopped", code }];
      }
      case "surface_acted":
        return yield* acted(event);
    }
  }

  /** What leaves is what a person made of a draft. */
  #edit(event: JsonObject): void {
    const id = this.#held.get(textOf(event["to"])) ?? "";
    const call = this.#calls.get(id);
    const args = event["edit"] ?? event["amend"];
    if (call && isObject(args)) this.#calls.set(id, { ...call, args });
  }

  *#chosen(run: Json | undefined): Iterable<Line> {
    if (!isObject(run)) return;
    const [before, agent] = [this.run, this.ours];
    this.run = run;
    if (before && before["digest"] === run["digest"] && agent === this.ours) return;
    const scenario = textOf(objectOf(run["metadata"])["id"]);
    yield [
      "trace",
      "system",
      "system",
      { text: "scenario", scenario, agent: this.ours, endpoint: textOf(run["endpoint"]) },
    ];
  }

  *#decided(seq: number, event: JsonObject): Iterable<Line> {
    const [step, reasoning] = [textOf(event["step"]), textOf(event["reasoning"])];
    if (step.startsWith(ERROR)) return yield failure(step.slice(ERROR.length), reasoning);
    if (step === IDLE) return;
    this.player = textOf(objectOf(event["usage"])["model"]) || playerOf(step) || this.player;
    const action = objectOf(event["action"]);
    const text = wordsOf(action["text"]);
    switch (action["kind"]) {
      case "call":
        for (const call of listOf(action["calls"]).filter(isObject)) yield this.#call(seq, call, reasoning);
        return;
      case "ask":
        yield core(seq, "askUser", { text }, reasoning);
        return yield ["planner_ask_user", "user-planner", "planner", { text, question: `${seq}` }];
      case "say":
        return yield ["planner_ask_user", "user-planner", "planner", { text, reasoning }];
      case "wait": {
        const why = textOf(action["why"]);
        return yield core(seq, "sleep", why && why !== reasoning ? { why } : {}, reasoning);
      }
      case "done": {
        const summary = textOf(action["summary"]);
        this.ended = textOf(action["outcome"]);
        yield core(seq, "done", { summary }, reasoning);
        return yield ["status", "status", "system", { ended: this.ended, text: summary }];
      }
      case "cancel":
        return yield ["trace", "system", "planner", { text: "cancelled", calls: action["calls"] ?? [] }];
    }
  }

  #call(seq: number, call: JsonObject, reasoning: string): Line {
    const callId = `${seq}.${textOf(call["id"])}`;
    const tool = textOf(call["tool"]);
    const args = objectOf(call["args"]);
    if (call["kind"] !== "task") this.#calls.set(callId, { tool, args });
    const name = tool ? withoutSource(tool) : textOf(call["to"]);
    return ["tool_call", "tool", "planner", { name, args, callId, reasoning }];
  }

  /** A message is on its way; once, however often it is recorded where to. */
  *#left(call: string): Iterable<Line> {
    const made = this.#calls.get(call);
    if (made?.tool !== SEND || this.#sent.has(call) || made.args["look"]) return;
    this.#sent.add(call);
    this.state ||= "submitted";
    yield ["agent_message", "planner-agent", "planner", { ...this.#messageOf(made.args), callId: call }];
  }

  #messageOf(args: JsonObject): JsonObject {
    const named = listOf(args["attachments"]).filter(isObject);
    const files = named.map((one) => this.vault.resolve(one)).filter((file) => file !== undefined);
    return {
      text: textOf(args["text"]),
      attachments: files.map((file) => ({
        name: file.name,
        contentType: file.media,
        ...(file.uri ? { uri: file.uri } : {}),
        ...(file.digest ? { digest: file.digest, size: file.size } : {}),
      })),
      finality: textOf(args["finality"]) || "turn",
    };
  }

  *#told(state: string, messageId: string, text: string, files: Json | undefined): Iterable<Line> {
    const attached = attachments(files);
    if ((text || attached.length > 0) && !this.#heard.has(messageId)) {
      this.#heard.add(messageId);
      yield ["agent_message", "planner-agent", "agent", { text, attachments: attached, messageId }];
    }
    yield* this.#state(state);
  }

  *#state(state: string): Iterable<Line> {
    if (!state || state === this.state) return;
    this.state = state;
    yield ["status", "status", "agent", { state }];
  }

  *#returned(event: JsonObject): Iterable<Line> {
    const callId = textOf(event["call"]);
    const made = this.#calls.get(callId);
    if (event["ok"] === true) {
      yield* this.#left(callId);
      yield ["tool_result", "tool", "system", { result: event["value"] ?? null, callId }];
    } else {
      const [code, message] = [textOf(event["code"]), wordsOf(event["text"])];
      yield ["tool_result", "tool", "system", { error: { code, message }, callId }];
      if (!QUIET.includes(code))
        yield failure(ERRORS[code.split("_")[0] ?? ""] ?? ERRORS[code] ?? "TOOL_EXEC_FAILED", message);
    }
    if (made?.tool === SEND) yield* this.#state(textOf(objectOf(event["value"])["state"]));
  }
}
