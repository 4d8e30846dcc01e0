/** Amounts the way people in the Netherlands write them: 30000, 30.000, 30.000,50, with or without a euro sign. */

/** The number; null when it is no amount. A single dot or comma before one or two digits marks the cents. */
export function amountOf(text: string): number | null {
  const bare = text.replace(/[€\s\u00a0]/g, "").replace(/,-$/, "");
  if (/^\d+$/.test(bare)) return Number(bare);
  if (/^\d{1,3}([.,]\d{3})+$/.test(bare)) return Number(bare.replace(/[.,]/g, ""));
  const cents = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$|^(\d+|\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/.exec(bare);
  if (!cents) return null;
  const [, dutch, dutchCents, english, englishCents] = cents;
  return Number(`${(dutch ?? english ?? "").replace(/[.,]/g, "")}.${dutchCents ?? englishCents ?? ""}`);
}

/** How an amount is shown in its field; one of a currency has both cents or none. */
export function written(value: unknown, unit = ""): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  const least = unit && !Number.isInteger(value) ? 2 : 0;
  return value.toLocaleString("nl-NL", { minimumFractionDigits: least, maximumFractionDigits: 2 });
}
