/** A line of the unified events before it has a number: the twin of `event_lines.py`. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";

export type EventType =
  | "agent_message"
  | "trace"
  | "planner_ask_user"
  | "user_reply"
  | "tool_call"
  | "tool_result"
  | "status"
  | "planner_error";
export const CHANNELS = ["user-planner", "planner-agent", "tool", "status", "system"] as const;
export type Channel = (typeof CHANNELS)[number];
export type Author = "user" | "planner" | "agent" | "system";

export interface UnifiedEvent {
  readonly seq: number;
  readonly timestamp: string;
  readonly type: EventType;
  readonly channel: Channel;
  readonly author: Author;
  readonly agentId: string;
  readonly payload: JsonObject;
  /** The seq of the record that it is from. */
  readonly record: number;
}

export type Line = readonly [EventType, Channel, Author, JsonObject];

export const SOURCE = "scenario";
const SURFACE = "workbench";

/** The name of one who takes part; the settings spell it as Python does. */
export function idOf(one: JsonObject): string {
  return textOf(one["agentId"]) || textOf(one["agent_id"]);
}

/** Files as events have them: their name, their type, and where the bytes are. */
export function attachments(files: Json | undefined): JsonObject[] {
  return listOf(files)
    .filter(isObject)
    .map((file) => {
      const blob = objectOf(file["blob"]);
      return {
        name: textOf(file["name"]),
        contentType: textOf(file["media"]),
        ...(textOf(file["uri"]) ? { uri: textOf(file["uri"]) } : {}),
        ...(blob["sha256"] ? { digest: textOf(blob["sha256"]), size: Number(blob["size"] ?? 0) } : {}),
      };
    });
}

/** Words, or the beginning of words that are too long for a record. */
export function wordsOf(value: Json | undefined): string {
  return isObject(value) ? textOf(value["preview"]) : textOf(value);
}

export function withoutSource(tool: string): string {
  return tool.startsWith(`${SOURCE}.`) ? tool.slice(SOURCE.length + 1) : tool;
}

export function playerOf(step: string): string {
  return step.startsWith("script ") ? "script" : step.startsWith("goal") ? "goals" : "";
}

export function nameOf(event: JsonObject): JsonObject {
  return { text: "file", name: textOf(objectOf(event["ref"])["name"]) };
}

export function user(payload: JsonObject): Line {
  return ["user_reply", "user-planner", "user", payload];
}

export function* answered(event: JsonObject): Iterable<Line> {
  const question = event["to"] ?? "";
  if (event["approve"] || event["edit"] != null || event["refuse"]) {
    const text = event["approve"] ? "approved" : event["refuse"] ? "refused" : "edited";
    yield ["trace", "system", "user", { text, question }];
  } else if (event["amend"] == null) yield user({ text: textOf(event["text"]) || textOf(event["choice"]), question });
}

export function* acted(event: JsonObject): Iterable<Line> {
  if (event["surface"] !== SURFACE) return;
  const payload = objectOf(event["payload"]);
  const trace = (body: JsonObject): Line => ["trace", "system", "user", body];
  if (event["name"] === "begin") yield trace({ text: "begin" });
  else if (event["name"] === "note") yield trace({ text: "note", note: payload["text"] ?? "" });
  else if (event["name"] === "flag" || event["name"] === "purge") yield trace({ ...payload, text: event["name"] });
}

export function core(seq: number, name: string, args: JsonObject, reasoning: string): Line {
  return ["tool_call", "tool", "planner", { name, args, callId: `${seq}`, reasoning }];
}

export function failure(code: string, message: string): Line {
  return ["planner_error", "system", "planner", { code, message }];
}
