/** Patches give the models that Python gives, and leave what they are given alone. */
import { expect, test } from "vitest";
import { applyPatches } from "../../src/folds/patch.ts";
import { casesIn, type PatchCase } from "./cases.ts";

test.each(casesIn<PatchCase>("patches"))("%s", (_, { model, patches, after, skipped }) => {
  const before = JSON.stringify(model);
  const [changed, sentences] = applyPatches(model, patches);
  expect(JSON.stringify(changed)).toBe(JSON.stringify(after));
  expect(sentences).toHaveLength(skipped);
  expect(JSON.stringify(model)).toBe(before);
});
