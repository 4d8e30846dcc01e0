/** What a person said of themselves before a talk: kept in this tab until the talk begins, then in its records. */
import type { SetUpInfo } from "../transport/assistant-info.ts";
import { type JsonObject, objectOf, parseJson } from "../transport/json.ts";
import type { Conversation } from "./conversation.ts";

const NAME = (assistant: string): string => `loket.setup.${assistant}`;
/** Where a tab may keep nothing it lasts until the page is left. */
const here = new Map<string, JsonObject>();

/** Null when the person has not been asked yet. */
export function keptSetUp(assistant: string): JsonObject | null {
  const known = here.get(assistant);
  if (known) return known;
  try {
    const kept = sessionStorage.getItem(NAME(assistant));
    return kept === null ? null : objectOf(parseJson(kept) ?? null);
  } catch {
    return null;
  }
}

export function keepSetUp(assistant: string, given: JsonObject): void {
  here.set(assistant, given);
  try {
    sessionStorage.setItem(NAME(assistant), JSON.stringify(given));
  } catch {
    // It is kept by the page already.
  }
}

/** With which settings a talk begins. */
export function settingsOf(assistant: string, setup: SetUpInfo | null | undefined): JsonObject {
  const kept = setup ? keptSetUp(assistant) : null;
  return setup && kept ? { [setup.setting]: kept } : {};
}

/** What a talk goes by: what it began with, and what was changed since. */
export function setUpOf(talk: Conversation, { setting }: SetUpInfo): JsonObject {
  const begun = objectOf(objectOf(talk.record(1)?.["event"] ?? null)["settings"] ?? null);
  const changes = talk.transcript.items.flatMap(({ acted }) =>
    isChange(acted) ? [objectOf(acted?.payload ?? null)] : [],
  );
  return objectOf({ ...begun, ...Object.assign({}, ...changes) }[setting] ?? null);
}

/** Whether what was done is that settings were changed. */
export function isChange(acted: { readonly surface: string; readonly name: string } | null): boolean {
  return acted?.surface === "" && acted.name === "settings";
}
