/** The names that planners give their steps, in words for the reader. */
import type { Key } from "../i18n/words.ts";

const STEPS: ReadonlySet<string> = new Set([
  "own",
  "search",
  "discover",
  "choose",
  "invoke",
  "answer",
  "ask",
  "confirm",
  "trust",
  "allow",
  "input",
  "plan",
  "start",
  "call",
  "clarify",
]);

/** The words for a step of this name; null for a name that only its assistant knows. What a person is to choose is a question. */
export function stepKey(name: string, asks = false): Key | null {
  if (asks && name === "choose") return null;
  return STEPS.has(name) ? (`does.${name}` as Key) : null;
}
