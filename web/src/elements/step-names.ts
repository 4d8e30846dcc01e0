/** The names that planners give the steps of finding an agent, in words for the reader. */
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
  "input",
]);

/** The words for a step of this name; null for a name that only its assistant knows. */
export function stepKey(name: string): Key | null {
  return STEPS.has(name) ? (`does.${name}` as Key) : null;
}
