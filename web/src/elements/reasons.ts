/** Why a text has the source it has, in words for the reader. */
import type { Key } from "../i18n/words.ts";

/** Why a source was used, in words; the code itself when we have none. */
const REASONS: Readonly<Record<string, Key>> = {
  no_api_key: "reason.no_api_key",
  too_short: "reason.too_short",
  no_text: "reason.no_text",
  timeout: "reason.timeout",
  connect_error: "reason.connect_error",
  exception: "reason.exception",
  still_truncated: "reason.still_truncated",
  new_facts: "reason.new_facts",
  no_source: "reason.no_source",
  decision: "reason.decision",
};

export function reasonKey(code: string): Key | null {
  if (/^http_\d+$/.test(code)) return "reason.http";
  if (code.startsWith("continue_")) return "reason.still_truncated";
  return REASONS[code] ?? null;
}
