/** Times as people read them: today only the clock, otherwise the day as well. */

export function moment(iso: string, locale: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const today = at.toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };
  return at.toLocaleString(locale, options);
}

/** The clock with milliseconds, for the event log. */
export function clock(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : `${at.toLocaleTimeString("nl-NL")}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
