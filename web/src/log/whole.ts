/** What a view cut short of a call, whole from its record; the records that are not here yet are fetched. */
import { isObject, type Json, listOf, objectOf, textOf } from "../transport/json.ts";
import type { CallLine } from "../wire.ts";
import type { LogBook } from "./book.ts";

/** `coming`: its record is being fetched. `far`: too long even for a record, only its beginning is known. */
export type Whole =
  | { readonly state: "here"; readonly value: Json }
  | { readonly state: "coming" }
  | { readonly state: "failed" }
  | { readonly state: "far"; readonly preview: string };

export function wholeOf(log: LogBook, call: CallLine, what: "args" | "value"): Whole {
  if (what === "args" ? !call.args_cut : !call.value_cut) return { state: "here", value: call[what] };
  const seq = what === "value" ? call.returned : (call.edited ?? Number(call.id.split(".")[0]));
  if (seq === null || !Number.isInteger(seq)) return { state: "failed" };
  const line = log.line(seq);
  if (!line) {
    if (log.broken) return { state: "failed" };
    log.want(seq, seq);
    return { state: "coming" };
  }
  const value = valueIn(objectOf(line.raw["event"]), call, what);
  if (isObject(value) && typeof value["sha256"] === "string" && typeof value["preview"] === "string")
    return { state: "far", preview: value["preview"] };
  return { state: "here", value };
}

function valueIn(event: Readonly<Record<string, Json>>, call: CallLine, what: "args" | "value"): Json {
  if (what === "value") return event["value"] ?? null;
  if (event["kind"] === "answered") return event["edit"] ?? event["amend"] ?? null;
  const id = call.id.slice(call.id.indexOf(".") + 1);
  const calls = listOf(objectOf(event["action"])["calls"]).map(objectOf);
  return calls.find((one) => textOf(one["id"]) === id)?.["args"] ?? null;
}
