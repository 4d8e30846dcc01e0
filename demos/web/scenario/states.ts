/** How a task of the other side stands, in words, whatever dialect names it; and how that looks. */
import type { Key } from "./words.ts";

const STATES = [
  "submitted",
  "working",
  "input-required",
  "completed",
  "failed",
  "canceled",
  "rejected",
  "auth-required",
] as const;
type State = (typeof STATES)[number];

const LOOKS: Readonly<Record<State, string>> = {
  submitted: "running",
  working: "running",
  "input-required": "asks",
  completed: "done",
  failed: "error",
  canceled: "stopped",
  rejected: "error",
  "auth-required": "asks",
};

/** The state by its name of today: `TASK_STATE_INPUT_REQUIRED` and `input_required` are the same; null for one nobody knows. */
export function standard(state: string): State | null {
  const plain = state
    .toLowerCase()
    .replace(/^task_state_/, "")
    .replaceAll("_", "-");
  const spelt = plain === "cancelled" ? "canceled" : plain;
  return STATES.find((one) => one === spelt) ?? null;
}

/** In words; of a state that is none of these, that nobody knows it. */
export function stateOf(state: string, say: (key: Key) => string): string {
  if (!state) return say("state.none");
  const one = standard(state);
  return one ? say(`state.${one}`) : say("state.unknown");
}

export function lookOf(state: string): string {
  const one = standard(state);
  return one ? LOOKS[one] : "stopped";
}

/** Whether nothing comes after it. */
export function isOver(state: string): boolean {
  return ["completed", "failed", "canceled", "rejected"].includes(standard(state) ?? "");
}
