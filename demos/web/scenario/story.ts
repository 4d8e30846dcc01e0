/** What the records of a run come to on the page: its settings, both panes, its files, the draft that waits, the end. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";
import type { UnifiedEvent } from "./event-lines.ts";
import { IDLE, SEND, UnifiedLog } from "./unified.ts";
import type { Vault } from "./vault-fold.ts";

/** A message to the other side that waits for a person. */
export interface Draft {
  readonly question: string;
  readonly call: string;
  readonly args: JsonObject;
  readonly reasoning: string;
}

/** A decision, whose prompt can be looked at. */
export interface Decision {
  readonly seq: number;
  readonly at: string;
  readonly name: string;
  readonly reasoning: string;
  readonly model: string;
}

interface Called {
  readonly tool: string;
  readonly args: JsonObject;
  readonly reasoning: string;
}

export class Story {
  upto = 0;
  readonly log = new UnifiedLog();
  settings: JsonObject = {};
  /** Between the person and the planner. */
  readonly front: UnifiedEvent[] = [];
  /** Between the planner and the agent. */
  readonly back: UnifiedEvent[] = [];
  readonly decisions: Decision[] = [];
  /** The cards that were read, the newest last. */
  readonly cards: JsonObject[] = [];
  draft: Draft | null = null;
  /** The question that the planner waits with; "" for none. */
  asked = "";
  /** The last message did not leave, for the agent's card is not as it was: a person has to agree first. */
  doubted = false;
  task = "";
  dialect = "";
  /** How it ended; null while it has not, and when the person went on. */
  end: { readonly outcome: string; readonly summary: string; readonly tool: string } | null = null;
  /** The raw records, for whoever looks at one. */
  readonly records: JsonObject[] = [];
  readonly #calls = new Map<string, Called>();
  #ended = "";

  get events(): readonly UnifiedEvent[] {
    return this.log.events;
  }

  get vault(): Vault {
    return this.log.vault;
  }

  get run(): JsonObject {
    return this.log.run ?? {};
  }

  /** Rules play, and no language model. */
  get ruled(): boolean {
    return this.log.player === "script" || this.log.player === "goals";
  }

  get begun(): boolean {
    return this.run["begun"] === true;
  }

  /** The reason for a call. */
  reasonOf(call: string): string {
    return this.#calls.get(call)?.reasoning ?? "";
  }

  /** Takes the next record; one that was seen changes nothing. */
  take(raw: JsonObject): void {
    if (Number(raw["seq"]) !== this.upto + 1) return;
    this.upto += 1;
    this.records.push(raw);
    const event = objectOf(raw["event"]);
    this.#fold(raw, event);
    for (const made of this.log.apply(raw)) {
      const noted = made.type === "trace" && made.payload["note"] !== undefined;
      if (made.channel === "user-planner" || made.type === "planner_error" || noted) this.front.push(made);
      if (made.channel === "planner-agent") this.#between(made);
      if (made.type === "user_reply") this.end = null;
      if (textOf(made.payload["ended"]))
        this.end = { outcome: textOf(made.payload["ended"]), summary: textOf(made.payload["text"]), tool: this.#ended };
    }
  }

  /** Files that come by themselves after the agent's words stand with those words: what a task made comes once it is over. */
  #between(made: UnifiedEvent): void {
    const last = this.back.at(-1);
    const alone = made.author === "agent" && last?.author === "agent" && !textOf(made.payload["text"]);
    if (!alone) return void this.back.push(made);
    const files = [...filesOf(last), ...filesOf(made)];
    const attachments = files.filter((file, at) => files.findIndex((one) => isSame(one, file)) === at);
    this.back[this.back.length - 1] = { ...last, payload: { ...last.payload, attachments } };
  }

  #fold(raw: JsonObject, event: JsonObject): void {
    switch (event["kind"]) {
      case "started":
      case "changed":
        this.settings = { ...this.settings, ...objectOf(event["settings"]) };
        return;
      case "decided":
        return this.#decided(raw, event);
      case "held":
        return this.#held(String(raw["seq"]), textOf(event["call"]));
      case "answered":
        return this.#answered(event);
      case "closed":
        if (this.draft?.question === textOf(event["question"])) this.draft = null;
        if (this.asked === textOf(event["question"])) this.asked = "";
        return;
      case "returned":
        return this.#returned(event);
      case "stopped":
        this.asked = "";
        return;
      case "agent_found":
        this.cards.push(event);
        return;
      case "task_opened":
        this.task = textOf(event["task"]) || this.task;
        this.dialect = textOf(event["dialect"]) || this.dialect;
    }
  }

  #decided(raw: JsonObject, event: JsonObject): void {
    if (event["step"] === IDLE) return;
    const action = objectOf(event["action"]);
    const reasoning = textOf(event["reasoning"]);
    const calls = listOf(action["calls"]).filter(isObject);
    const seq = Number(raw["seq"]);
    const name = NAMES[textOf(action["kind"])] ?? (calls.map(({ tool }) => textOf(tool)).join(", ") || "call");
    const model = textOf(objectOf(event["usage"])["model"]);
    this.decisions.push({ seq, at: textOf(raw["at"]), name, reasoning, model });
    if (action["kind"] === "ask") this.asked = String(seq);
    if (action["kind"] !== "call") return;
    for (const call of calls)
      this.#calls.set(`${seq}.${textOf(call["id"])}`, {
        tool: textOf(call["tool"]),
        args: objectOf(call["args"]),
        reasoning,
      });
  }

  #held(question: string, call: string): void {
    const made = this.#calls.get(call);
    if (made?.tool === SEND) this.draft = { question, call, args: made.args, reasoning: made.reasoning };
  }

  #answered(event: JsonObject): void {
    if (this.asked === textOf(event["to"])) this.asked = "";
    const { draft } = this;
    if (draft?.question !== textOf(event["to"])) return;
    const changed: Json = event["edit"] ?? event["amend"] ?? null;
    const made = this.#calls.get(draft.call);
    if (made && isObject(changed)) this.#calls.set(draft.call, { ...made, args: changed });
    this.draft = null;
  }

  #returned({ call: id, ok, code }: JsonObject): void {
    const call = textOf(id);
    if (this.draft?.call === call) this.draft = null;
    const tool = this.#calls.get(call)?.tool ?? "";
    if (tool === SEND) this.doubted = code === "confirmation_needed";
    const ends = listOf(objectOf(this.run["me"])["tools"])
      .filter(isObject)
      .some((one) => one["endsConversation"] === true && tool.endsWith(`.${textOf(one["toolName"])}`));
    if (ok === true && ends) this.#ended = tool.slice(tool.indexOf(".") + 1);
  }
}

export function filesOf({ payload }: UnifiedEvent): JsonObject[] {
  return listOf(payload["attachments"]).filter(isObject);
}

/** Words without the lines that only tell where a file is that stands below them. */
export function withoutAddresses(text: string, files: readonly JsonObject[]): string {
  const names = new Set(files.map((file) => textOf(file["name"])));
  const kept = text.split("\n").filter((line) => !names.has(ADDRESSED.exec(line)?.[1] ?? ""));
  return kept.length === text.split("\n").length ? text : kept.join("\n").trim();
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return ["name", "digest", "uri"].every((name) => textOf(one[name]) === textOf(other[name]));
}

/** The name of a file, and where it is. */
const ADDRESSED = /^\s*(\S.*?):\s+https?:\/\/\S+\s*$/;

const NAMES: Readonly<Record<string, string>> = {
  ask: "askUser",
  say: "say",
  wait: "sleep",
  done: "done",
  cancel: "cancel",
};
