/** The status history of a surface, built from the updates that were seen: no repeats, the last 200. */
import { isObject, type Json, listOf, objectOf, textOf } from "../transport/json.ts";

export const HISTORY = 200;

/** One thing the status said. */
export interface Moment {
  readonly message: string;
  readonly step: string;
  readonly at: string;
}

export function momentsOf(value: Json | undefined): Moment[] {
  return listOf(value)
    .filter(isObject)
    .map((raw) => ({ message: textOf(raw["message"]), step: textOf(raw["step"]), at: textOf(raw["at"]) }));
}

/** The history after a status; the same one when it says nothing new. */
export function after(history: readonly Moment[], status: Json | undefined): readonly Moment[] {
  const value = objectOf(status);
  const now = {
    message: textOf(value["message"]),
    step: textOf(value["step"]),
    at: textOf(value["lastRefresh"]),
  };
  const last = history.at(-1);
  if (!now.message || (last && last.message === now.message && last.step === now.step)) return history;
  return [...history, now].slice(-HISTORY);
}
