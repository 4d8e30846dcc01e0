/** Reads a reply of the mission's chat as its own client does: frames change a message, and nothing else is known. */
import { isObject, type Json, type JsonObject, objectOf, parseJson, textOf } from "../../web/src/transport/json.ts";
import { Parser } from "../../web/src/transport/sse.ts";

export interface AgentToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly result?: JsonObject;
  readonly status: "calling" | "done" | "error";
}
export type ToolCall = AgentToolCall;

export interface AgentExecution {
  readonly agentName: string;
  readonly agentLabel: string;
  readonly task: string;
  readonly status: "running" | "done" | "error";
  readonly toolCalls: readonly AgentToolCall[];
  readonly resultSummary?: string;
  /** The delegation it is for, where the server says so; without it an agent is known by its name while it runs. */
  readonly callId?: string;
  readonly durationMs?: number;
}

/** What was said, in its order: words, a card or a direct call by where it stands in its list. */
export type Piece =
  | { readonly kind: "text"; readonly block: string; readonly text: string }
  | { readonly kind: "agent" | "tool"; readonly at: number };

export interface ChatMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly agentExecutions?: readonly AgentExecution[];
  readonly pieces?: readonly Piece[];
  readonly error?: string;
  /** It ended before its end: stopped, cut off, or found running in what was stored. */
  readonly interrupted?: boolean;
}

/** One stream of one reply, from its first byte to its last. Frames nobody can read are counted. */
export class ReplyReader {
  readonly #parser = new Parser();
  readonly #decoder = new TextDecoder();
  skipped = 0;
  ended = false;

  constructor(public message: ChatMessage) {}

  /** Takes the next bytes, however they are cut. */
  push(bytes: Uint8Array): ChatMessage {
    for (const { data } of this.#parser.push(this.#decoder.decode(bytes, { stream: true }))) {
      const frame = parseJson(data);
      if (isObject(frame) && typeof frame["type"] === "string") this.#take(frame);
      else this.skipped += 1;
    }
    return this.message;
  }

  /** The stream is over. What still runs then was interrupted. */
  end(): ChatMessage {
    if (!this.ended) this.message = interrupted(this.message);
    return this.message;
  }

  #take(frame: JsonObject): void {
    if (frame["type"] === "message_end" || frame["type"] === "error") this.ended = true;
    this.message = read(this.message, frame);
  }
}

/** The message after a frame. A frame that fits nothing changes nothing. */
export function read(message: ChatMessage, frame: JsonObject): ChatMessage {
  switch (frame["type"]) {
    case "message_start":
      return { ...fresh(message), id: textOf(frame["message_id"]) || message.id };
    case "token":
      return withText(message, textOf(frame["text_block_id"]), textOf(frame["token"]));
    case "text_block_gone":
      return withoutText(message, textOf(frame["text_block_id"]));
    case "tool_use_start": {
      const toolCalls = [...(message.toolCalls ?? []), callOf(frame)];
      return { ...message, toolCalls, pieces: [...(message.pieces ?? []), { kind: "tool", at: toolCalls.length - 1 }] };
    }
    case "tool_use_result":
      return message.toolCalls ? { ...message, toolCalls: answered(message.toolCalls, frame) } : message;
    case "agent_start":
      return withAgent(message, frame);
    case "agent_tool_use_start":
      return change(message, frame["agent_call_id"], frame, (agent) => ({
        ...agent,
        toolCalls: [...agent.toolCalls, callOf(frame)],
      }));
    case "agent_tool_use_result":
      return change(message, frame["agent_call_id"], frame, (agent) => ({
        ...agent,
        toolCalls: answered(agent.toolCalls, frame),
      }));
    case "agent_end":
      return change(message, frame["tool_call_id"], frame, (agent) => ({
        ...agent,
        status: frame["status"] === "error" ? "error" : "done",
        resultSummary: textOf(frame["result_summary"]),
        ...(typeof frame["duration_ms"] === "number" ? { durationMs: frame["duration_ms"] } : {}),
      }));
    case "error":
      return { ...closed(message), error: textOf(frame["error"]) };
    default:
      return message;
  }
}

/** A message that will hear no more: what ran in it is shown as interrupted, as when it is loaded from storage. */
export function interrupted(message: ChatMessage): ChatMessage {
  return { ...closed(message), interrupted: true };
}

/** Whether "…" stands for a reply of which there is nothing yet. */
export function isSilent(message: ChatMessage): boolean {
  const { content, toolCalls = [], agentExecutions = [] } = message;
  return message.role === "assistant" && !content && toolCalls.length + agentExecutions.length === 0 && !message.error;
}

/** A reply is told from its beginning, also the second time. */
function fresh({ id, role }: ChatMessage): ChatMessage {
  return { id, role, content: "" };
}

function withText(message: ChatMessage, block: string, text: string): ChatMessage {
  const pieces = [...(message.pieces ?? [])];
  const last = pieces.at(-1);
  if (last?.kind === "text" && last.block === block) pieces[pieces.length - 1] = { ...last, text: last.text + text };
  else pieces.push({ kind: "text", block, text });
  return { ...message, pieces, content: message.content + text };
}

function withoutText(message: ChatMessage, block: string): ChatMessage {
  const pieces = (message.pieces ?? []).filter((piece) => piece.kind !== "text" || piece.block !== block);
  return { ...message, pieces, content: pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("") };
}

function withAgent(message: ChatMessage, frame: JsonObject): ChatMessage {
  const agents = message.agentExecutions ?? [];
  const callId = textOf(frame["tool_call_id"]);
  const agent: AgentExecution = {
    agentName: textOf(frame["agent_name"]),
    agentLabel: textOf(frame["agent_label"]),
    task: textOf(frame["task"]),
    status: "running",
    toolCalls: [],
    ...(callId ? { callId } : {}),
  };
  return {
    ...message,
    agentExecutions: [...agents, agent],
    pieces: [...(message.pieces ?? []), { kind: "agent", at: agents.length }],
  };
}

/** The same with one card changed: that of the delegation, else the last one of this name that runs. */
function change(
  message: ChatMessage,
  callId: Json | undefined,
  frame: JsonObject,
  how: (agent: AgentExecution) => AgentExecution,
): ChatMessage {
  const agents = message.agentExecutions ?? [];
  const id = textOf(callId);
  const at = agents.findLastIndex((agent) =>
    id && agent.callId ? agent.callId === id : agent.agentName === frame["agent_name"] && agent.status === "running",
  );
  const agent = agents[at];
  return agent ? { ...message, agentExecutions: agents.with(at, how(agent)) } : message;
}

function callOf(frame: JsonObject): AgentToolCall {
  const id = textOf(frame["tool_call_id"]);
  return { id, name: textOf(frame["tool_name"]), input: objectOf(frame["tool_input"]), status: "calling" };
}

function answered(calls: readonly AgentToolCall[], frame: JsonObject): readonly AgentToolCall[] {
  const result = objectOf(frame["result"]);
  return calls.map((call) =>
    call.id === frame["tool_call_id"] && call.status === "calling"
      ? { ...call, result, status: "error" in result ? "error" : "done" }
      : call,
  );
}

function closed(message: ChatMessage): ChatMessage {
  const over = <T extends AgentToolCall | AgentExecution>(one: T): T =>
    one.status === "calling" || one.status === "running" ? { ...one, status: "error" } : one;
  const { toolCalls, agentExecutions } = message;
  return {
    ...message,
    ...(toolCalls ? { toolCalls: toolCalls.map(over) } : {}),
    ...(agentExecutions
      ? { agentExecutions: agentExecutions.map((agent) => over({ ...agent, toolCalls: agent.toolCalls.map(over) })) }
      : {}),
  };
}
