/** Words in the making add up, give way to their record, and go when they are taken back. */
import { expect, test } from "vitest";
import { Drafts } from "../../src/folds/drafts.ts";

test("deltas add up by their offset, counted in characters", () => {
  const drafts = new Drafts();
  expect(drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 0, text: "👋 he" })).toBe(true);
  drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 4, text: "llo" });
  expect(drafts.all).toEqual([{ scope: "/", text: "👋 hello", thinking: false }]);
  // Who joins late first gets all there is.
  drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 0, text: "👋 hello" });
  expect(drafts.all[0]?.text).toBe("👋 hello");
});

test("its record takes the place of a draft", () => {
  const drafts = new Drafts();
  drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 0, text: "x" });
  drafts.record({ kind: "decided", draft: "b" });
  expect(drafts.all).toHaveLength(1);
  drafts.record({ kind: "decided", draft: "a" });
  expect(drafts.all).toEqual([]);
});

test("words that are taken back go", () => {
  const drafts = new Drafts();
  drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 0, text: "x" });
  expect(drafts.note({ kind: "draft_gone", draft: "a" })).toBe(true);
  expect(drafts.note({ kind: "draft_gone", draft: "a" })).toBe(false);
  expect(drafts.all).toEqual([]);
});

test("what is thought aloud stands beside the words, and goes when it is over", () => {
  const drafts = new Drafts();
  drafts.note({ kind: "thinking", draft: "a.thinking", scope: "/", offset: 0, text: "Hm" });
  drafts.note({ kind: "delta", draft: "a", scope: "/", offset: 0, text: "x" });
  expect(drafts.all.map(({ thinking }) => thinking)).toEqual([true, false]);
  expect(drafts.note({ kind: "thinking", draft: "a.thinking", scope: "/", offset: 0, text: "" })).toBe(true);
  expect(drafts.all).toEqual([{ scope: "/", text: "x", thinking: false }]);
});
