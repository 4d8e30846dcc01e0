/** A small label over words that are in another language than the page, for who reads and does not hear it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Key, Values } from "../i18n/words.ts";

/** In which language somebody reads, and how they are told something. */
export interface Reader {
  readonly language: string;
  say(key: Key, values?: Values): string;
}

/** Says in which language the words below are, in that of the reader; nothing when it is theirs, or not known. */
export function tongueNote(code: string, { language, say }: Reader): TemplateResult | typeof nothing {
  const name = isOther(code, language) ? nameOf(code, language) : "";
  return name ? html`<div class="tongue" lang=${language}>${say("tongue.in", { name })}</div>` : nothing;
}

/** Whether this is another language than the reader's, whatever the country; false when it is not known. */
export function isOther(code: string, language: string): boolean {
  return code !== "" && baseOf(code) !== baseOf(language);
}

/** What a language is called in another; "" for what is no language. */
function nameOf(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "language", fallback: "none" }).of(baseOf(code)) ?? "";
  } catch {
    return "";
  }
}

function baseOf(code: string): string {
  return code.toLowerCase().split("-")[0] ?? "";
}
