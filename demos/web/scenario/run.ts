/** A run as the page follows it: its records, read from the first on, what they come to, and what a filter leaves of them. */
import type { Line } from "../../../web/src/log/line.ts";
import type { Rows } from "../../../web/src/log/log-list.ts";
import { Changes } from "../../../web/src/state/changes.ts";
import type { Conversation } from "../../../web/src/state/conversation.ts";
import { isObject, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { keepSession, sessionAt } from "./stored.ts";
import { Story } from "./story.ts";
import { idOf, type UnifiedEvent } from "./event-lines.ts";
import { inOwnWords } from "./own-words.ts";

/** So many lines of the talk with the planner a browser keeps, shortened: all of it is in the log. */
const FRONT = 30;
const LONGEST = 200;
const NONE: ReadonlySet<string> = new Set();

export class Run extends Changes {
  readonly story = new Story();
  readonly lines = new Lines(this.story);
  readonly #stop: () => void;
  /** So far reading was tried: what failed is asked for again when there is more. */
  #tried = 0;

  constructor(readonly conversation: Conversation) {
    super();
    const { log } = conversation;
    this.#stop = log.subscribe(() => this.#catchUp());
    this.#catchUp();
  }

  get endpoint(): string {
    return textOf(this.story.run["endpoint"]);
  }

  get title(): string {
    return textOf(objectOf(this.story.run["metadata"])["title"]);
  }

  /** Whom we play: the principal, and the name in the scenario. */
  get ours(): string {
    const me = objectOf(this.story.run["me"]);
    return textOf(objectOf(me["principal"])["name"]) || textOf(me["agentId"]);
  }

  get other(): string {
    const { other } = this.story.log;
    return textOf(objectOf(other["principal"])["name"]) || idOf(other);
  }

  /** Whether all records there are have been read. */
  get whole(): boolean {
    return this.conversation.presence === "ready" && this.story.upto >= this.conversation.log.head;
  }

  close(): void {
    this.#stop();
  }

  #catchUp(): void {
    const { log } = this.conversation;
    const before = this.story.upto;
    for (let line = log.line(before + 1); line; line = log.line(this.story.upto + 1)) this.story.take(line.raw);
    if (this.story.upto < log.head && !(log.broken && this.#tried === log.head)) {
      this.#tried = log.head;
      void log.readAll();
    }
    if (this.story.upto === before) return;
    this.lines.grow();
    this.#leave();
    this.changed();
  }

  /** What the browser keeps of the run with this endpoint is as the log has it. */
  #leave(): void {
    const { endpoint, story, conversation } = this;
    if (!endpoint || sessionAt(endpoint).conversation !== conversation.id) return;
    const front = story.front
      .slice(-FRONT)
      .map(({ author, payload }) => ({ role: author, text: textOf(payload["text"]).slice(0, LONGEST) }));
    keepSession(endpoint, { taskId: story.task, status: story.log.state, plannerStarted: story.begun, front });
  }
}

/** The unified events as the rows of a list; a row goes by the seq of its event. */
export class Lines extends Changes implements Rows {
  /** The seqs that a filter leaves; null without one. */
  found: number[] | null = null;
  /** In which the reasons of our own are shown; what is sought is the record. */
  language = "en";
  readonly #lines: Line[] = [];
  #sought = { types: NONE, channels: NONE, text: "" };

  constructor(private readonly story: Story) {
    super();
  }

  get rows(): number {
    return this.found?.length ?? this.#lines.length;
  }

  seqAt(row: number): number {
    return this.found ? (this.found[row] ?? 0) : row + 1;
  }

  rowOf(seq: number): number {
    return this.found ? this.found.indexOf(seq) : seq - 1;
  }

  line(seq: number): Line | undefined {
    const line = this.#lines[seq - 1];
    const own = line && inOwnWords(line.reason, this.language);
    return own ? { ...line, reason: own } : line;
  }

  /** All of them are here. */
  want(): void {
    return;
  }

  filter(types: ReadonlySet<string>, channels: ReadonlySet<string>, text: string): void {
    this.#sought = { types, channels, text: text.trim().toLowerCase() };
    const filtered = types.size > 0 || channels.size > 0 || this.#sought.text !== "";
    this.found = filtered ? this.story.events.filter((event) => this.#fits(event)).map(({ seq }) => seq) : null;
    this.changed();
  }

  /** Takes in what came since. */
  grow(): void {
    for (const event of this.story.events.slice(this.#lines.length)) {
      this.#lines.push(lineOf(event, this.story));
      if (this.found && this.#fits(event)) this.found.push(event.seq);
    }
    this.changed();
  }

  #fits({ type, channel, payload, seq }: UnifiedEvent): boolean {
    const { types, channels, text } = this.#sought;
    if (types.size > 0 && !types.has(type)) return false;
    if (channels.size > 0 && !channels.has(channel)) return false;
    if (!text) return true;
    const line = this.#lines[seq - 1];
    return JSON.stringify([type, line?.reason ?? "", payload])
      .toLowerCase()
      .includes(text);
  }
}

function lineOf(event: UnifiedEvent, story: Story): Line {
  const { seq, timestamp: at, type, author, payload } = event;
  const words = summaryOf(event);
  const reason =
    textOf(payload["reasoning"]) || (type === "agent_message" ? story.reasonOf(textOf(payload["callId"])) : "");
  const raw = story.records[event.record - 1] ?? {};
  const took = objectOf(raw["event"])["took_ms"];
  return {
    seq,
    at,
    by: author,
    scope: "/",
    depth: 0,
    kind: type,
    summary: words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words,
    reason,
    tookMs: type === "tool_result" && typeof took === "number" ? took : null,
    raw,
  };
}

/** What is said of an event without opening it. */
export function summaryOf({ type, payload }: UnifiedEvent): string {
  switch (type) {
    case "tool_call":
      return `${textOf(payload["name"])} ${JSON.stringify(payload["args"] ?? {})}`;
    case "tool_result":
      return payload["error"]
        ? `${textOf(objectOf(payload["error"])["code"])} ${textOf(objectOf(payload["error"])["message"])}`
        : JSON.stringify(payload["result"] ?? null);
    case "planner_error":
      return `${textOf(payload["code"])} ${textOf(payload["message"])}`;
    case "status":
      return textOf(payload["state"]) || `${textOf(payload["ended"])} ${textOf(payload["text"])}`;
    case "trace": {
      const { text, ...rest } = payload;
      const about = Object.values(rest).filter((value) => typeof value === "string" && value !== "");
      return [textOf(text), ...about.map(textOf)].join(" · ");
    }
    default: {
      const files = Array.isArray(payload["attachments"]) ? payload["attachments"].filter(isObject).map(nameOf) : [];
      return [textOf(payload["text"]), ...files].filter(Boolean).join(" · ");
    }
  }
}

function nameOf(attachment: { readonly [key: string]: unknown }): string {
  return textOf(attachment["name"]) || textOf(attachment["docId"]);
}
