/** Times as people read them: today only the clock, otherwise the day as well; and how long something took. */
import type { Key, Values } from "../i18n/words.ts";

export function moment(iso: string, locale: string): string {
  return read(iso, (at) => {
    const today = at.toDateString() === new Date().toDateString();
    const date: Intl.DateTimeFormatOptions = today ? {} : { day: "numeric", month: "short", year: "numeric" };
    return at.toLocaleString(locale, { ...date, hour: "2-digit", minute: "2-digit" });
  });
}

/** The day in words, for what lies further back or is compared. */
export function day(iso: string, locale: string): string {
  return read(iso, (at) => at.toLocaleDateString(locale, { dateStyle: "long" }));
}

/** The day in words and the clock to the second, of a time as a server tells it without a zone. */
export function secondOf(told: string, locale: string): string {
  return read(told, (at) => at.toLocaleString(locale, { dateStyle: "long", timeStyle: "medium" }));
}

/** The clock with milliseconds, for the event log. */
export function clock(iso: string): string {
  return read(iso, (at) => `${at.toLocaleTimeString("nl-NL")}.${String(at.getMilliseconds()).padStart(3, "0")}`);
}

/** What is no time stays as it is. A day alone is the same one everywhere: without a clock it would be read as of Greenwich. */
function read(told: string, write: (at: Date) => string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(told) ? `${told}T00:00` : told.replace(" ", "T"));
  return Number.isNaN(at.getTime()) ? told : write(at);
}

/** How long something took, in seconds; "" when that was no time at all for a person. */
export function inSeconds(ms: number | null, language: string, say: (key: Key, values?: Values) => string): string {
  if (ms === null || ms < 50) return "";
  const seconds = (ms / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
  return say("step.seconds", { seconds });
}
