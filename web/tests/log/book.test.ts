/** The log book reads only what is wanted, finds what is asked, and never loses its place. */
import { expect, test } from "vitest";
import { LogBook } from "../../src/log/book.ts";
import { lineOf } from "../../src/log/line.ts";
import type { Page } from "../../src/transport/api.ts";
import type { JsonObject } from "../../src/wire.ts";

function record(seq: number): JsonObject {
  const kind = seq % 2 ? "decided" : "returned";
  return { seq, at: "2026-11-21T12:00:00Z", by: "tool", scope: "/2.a/", event: { kind, text: `line ${seq}` } };
}

function server(size: number): { asked: [number, number][]; read: (after: number, limit: number) => Promise<Page> } {
  const asked: [number, number][] = [];
  return {
    asked,
    read: (after, limit) => {
      asked.push([after, limit]);
      const last = Math.min(size, after + Math.min(limit, 300));
      const items = Array.from({ length: last - after }, (_, index) => record(after + index + 1));
      return Promise.resolve({ items, first: after + 1, last, more: last < size });
    },
  };
}

async function settled(book: LogBook, done: () => boolean): Promise<void> {
  while (!done()) await new Promise<void>((resolve) => void book.subscribe(resolve));
}

test("only the pages in sight are read", async () => {
  const { asked, read } = server(100_000);
  const book = new LogBook(read);
  book.reach(100_000);
  expect(book.rows).toBe(100_000);
  book.want(50_010, 50_030);
  book.want(50_011, 50_031);
  await settled(book, () => book.line(50_030) !== undefined);
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(book.line(1)).toBeUndefined();
});

test("a filter reads everything and new records join it in order", async () => {
  const { read } = server(1200);
  const book = new LogBook(read);
  book.reach(1200);
  book.filter(new Set(["decided"]), "");
  await book.readAll();
  expect(book.rows).toBe(600);
  expect([book.seqAt(0), book.seqAt(599)]).toEqual([1, 1199]);
  book.take(record(1201));
  book.take(record(1202));
  expect(book.rows).toBe(601);
  book.filter(new Set(), "line 77");
  expect(book.rows).toBe(1 + 10 + 0);
  book.filter(new Set(), "");
  expect(book.rows).toBe(1202);
});

test("a record that comes twice counts once", () => {
  const book = new LogBook(server(0).read);
  book.take(record(1));
  book.take(record(1));
  expect([book.loaded, book.head, book.kinds.get("decided")]).toEqual([1, 1, 1]);
});

test("a failed page is tried again at the next wish", async () => {
  const good = server(10);
  let broken = true;
  const book = new LogBook((after, limit) => (broken ? Promise.reject(new Error("down")) : good.read(after, limit)));
  book.reach(10);
  book.want(1, 10);
  await settled(book, () => book.broken);
  broken = false;
  book.want(1, 10);
  await settled(book, () => book.loaded === 10);
  expect(book.broken).toBe(false);
});

test.each([[{}], [{ seq: "1" }], [{ seq: 0 }], [{ seq: 1.5 }]])("%j is no line", (raw) => {
  expect(lineOf(raw)).toBeNull();
});

test("odd records are lines, too", () => {
  expect(lineOf({ seq: 3 })).toMatchObject({ seq: 3, kind: "unknown", scope: "/", depth: 0, summary: "" });
  expect(lineOf(record(2))?.depth).toBe(1);
});
