/** Times as people read them: today only the clock, otherwise the day as well; and how long something took. */
import type { Key, Values } from "../i18n/words.ts";

export function moment(iso: string, locale: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const today = at.toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };
  return at.toLocaleString(locale, options);
}

/** The day in words, for what lies further back or is compared. */
export function day(iso: string, locale: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleDateString(locale, { dateStyle: "long" });
}

/** The day in words and the clock to the second, of a time as a server tells it without a zone; what is none stays as it is. */
export function secondOf(told: string, locale: string): string {
  const at = new Date(told.replace(" ", "T"));
  return Number.isNaN(at.getTime()) ? told : at.toLocaleString(locale, { dateStyle: "long", timeStyle: "medium" });
}

/** The clock with milliseconds, for the event log. */
export function clock(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : `${at.toLocaleTimeString("nl-NL")}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** How long something took, in seconds; "" when that was no time at all for a person. */
export function inSeconds(ms: number | null, language: string, say: (key: Key, values?: Values) => string): string {
  if (ms === null || ms < 50) return "";
  const seconds = (ms / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
  return say("step.seconds", { seconds });
}
