/** A conversation has one 128-bit id that is written in two ways: as a UUID (the seed's sessionId) and in base62 (ours). */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 22;

/** The 22 characters for a UUID; null when it is none. */
export function conversationOf(uuid: string): string | null {
  const hex = uuid.replaceAll("-", "");
  if (!/^[0-9a-fA-F]{32}$/.test(hex)) return null;
  let left = BigInt(`0x${hex}`);
  let text = "";
  while (left > 0n) {
    text = DIGITS.charAt(Number(left % 62n)) + text;
    left /= 62n;
  }
  return text.padStart(LENGTH, "0");
}

/** The UUID for 22 characters of base62; null when they are none. */
export function sessionOf(conversation: string): string | null {
  if (!/^[0-9A-Za-z]{22}$/.test(conversation)) return null;
  let value = 0n;
  for (const digit of conversation) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  if (hex.length > 32) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
