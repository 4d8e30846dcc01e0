/** A form that goes to the server, and one that is taken back. */
import { expect, test } from "vitest";
import { upload } from "../../src/transport/upload.ts";

test("what was taken back before it went does not go", async () => {
  const course = new AbortController();
  course.abort();
  const sending = { key: "k", credentials: "same-origin" as const, signal: course.signal, sent: () => undefined };
  await expect(upload("/nowhere", new FormData(), sending)).rejects.toThrow("unreachable");
});
