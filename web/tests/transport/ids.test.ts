/** The two ways to write an id name the same 128 bits. */
import { expect, test } from "vitest";
import { conversationOf, sessionOf } from "../../src/transport/ids.ts";

test.each([
  ["00000000-0000-0000-0000-000000000000", "0000000000000000000000"],
  ["00000000-0000-0000-0000-00000000003d", "000000000000000000000z"],
  ["00000000-0000-0000-0000-00000000003e", "0000000000000000000010"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "7n42DGM5Tflk9n8mt7Fhc7"],
])("%s is %s", (uuid, conversation) => {
  expect(conversationOf(uuid)).toBe(conversation);
  expect(sessionOf(conversation)).toBe(uuid);
});

test("random ids come back as they were", () => {
  for (let turn = 0; turn < 200; turn++) {
    const uuid = crypto.randomUUID();
    expect(sessionOf(conversationOf(uuid) ?? "")).toBe(uuid);
  }
});

test.each(["", "x", "123", "zzzzzzzzzzzzzzzzzzzzzz", "../../../etc/passwd0000"])("%s is no id", (text) => {
  expect(conversationOf(text)).toBeNull();
  expect(sessionOf(text)).toBeNull();
});
