/** A record as one line of the event log: what can be said about it without opening it. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";

export interface Line {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly scope: string;
  /** How many scopes deep, for the indentation. */
  readonly depth: number;
  readonly kind: string;
  readonly summary: string;
  readonly reason: string;
  readonly tookMs: number | null;
  readonly raw: JsonObject;
  /** Everything in it, in lower case, for the search; made at the first search only. */
  haystack?: string;
}

/** The line of a record; null when it has no seq. */
export function lineOf(raw: JsonObject): Line | null {
  const seq = raw["seq"];
  if (typeof seq !== "number" || !Number.isInteger(seq) || seq < 1) return null;
  const event = objectOf(raw["event"]);
  const scope = textOf(raw["scope"]) || "/";
  const took = event["took_ms"] ?? objectOf(event["usage"])["took_ms"];
  return {
    seq,
    at: textOf(raw["at"]),
    by: textOf(raw["by"]),
    scope,
    depth: scope.split("/").length - 2,
    kind: textOf(event["kind"]) || "unknown",
    summary: summaryOf(event),
    reason: textOf(event["reasoning"]) || textOf(event["why"]),
    tookMs: typeof took === "number" ? took : null,
    raw: withoutThought(raw, event),
  };
}

/** What a model's provider wants back is for it alone. */
function withoutThought(raw: JsonObject, { thought: _own, ...event }: JsonObject): JsonObject {
  return _own ? { ...raw, event } : raw;
}

/** Whether the line shows up under these kinds and this search text (in lower case). */
export function matches(line: Line, kinds: ReadonlySet<string>, text: string): boolean {
  if (kinds.size > 0 && !kinds.has(line.kind)) return false;
  if (!text) return true;
  line.haystack ??= JSON.stringify(line.raw).toLowerCase();
  return line.haystack.includes(text);
}

function summaryOf(event: JsonObject): string {
  switch (event["kind"]) {
    case "user_said":
    case "agent_said":
      return said(event["text"]);
    case "answered":
      return [textOf(event["to"]), said(event["choice"] ?? event["text"])].filter(Boolean).join(" → ");
    case "surface_acted":
      return `${textOf(event["surface"])} ${textOf(event["name"])}`;
    case "surface_shown":
      return textOf(event["surface"]);
    case "started":
      return textOf(event["assistant"]);
    case "opened":
      return `${textOf(event["call"])} ${textOf(event["assistant"])} ${textOf(objectOf(event["task"])["intent"])}`;
    case "decided":
      return [textOf(event["step"]), actionOf(objectOf(event["action"]))].filter(Boolean).join(" · ");
    case "returned":
      return `${textOf(event["call"])} ${event["ok"] === true ? "ok" : textOf(event["code"])} ${textOf(event["text"])}`.trim();
    case "stopped":
      return `${textOf(event["scope"])} ${textOf(event["code"])}`;
    case "faulted":
      return `${textOf(event["code"])} ${textOf(event["text"])}`;
    default:
      return [event["call"], event["note"], event["question"], event["code"]].map(textOf).filter(Boolean).join(" ");
  }
}

function actionOf(action: JsonObject): string {
  const kind = textOf(action["kind"]);
  const names = (list: Json | undefined): string =>
    listOf(list)
      .filter(isObject)
      .map((one) => textOf(one["tool"] ?? one["intent"]))
      .join(", ");
  if (kind === "call") return `${kind} ${names(action["calls"])} ${said(action["text"])}`.trim();
  return `${kind} ${said(action["text"] ?? action["summary"] ?? action["why"])}`.trim();
}

function said(value: Json | undefined): string {
  const text = isObject(value) ? textOf(value["preview"]) : textOf(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
