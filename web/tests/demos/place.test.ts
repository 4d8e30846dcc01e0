/** A path of a mistake leads to its place in the text, or to the innermost thing that lacks it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf } from "../../../demos/web/scenario/place.ts";

const TEXT = JSON.stringify({ a: { "b c": [1, { d: "x, ] }" }] }, e: null }, null, 2);

function shown(path: string): string {
  const [start, end] = placeOf(TEXT, path);
  return TEXT.slice(start, end);
}

test("what is there is shown whole", () => {
  expect(shown("a.b c[1].d")).toBe('"x, ] }"');
  expect(shown("a.b c[0]")).toBe("1");
  expect(shown("e")).toBe("null");
  expect(shown("")).toBe(TEXT);
});

test("of what is missing the thing that lacks it is shown", () => {
  expect(shown("a.b c[1].z")).toBe("{");
  expect(placeOf(TEXT, "a.b c[1].z")[0]).toBe(TEXT.indexOf("{", TEXT.indexOf("1,")));
  expect(shown("a.b c[7]")).toBe("[");
  expect(shown("nothing.at.all")).toBe("{");
});

test("no text and no path break it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, path) => {
      const [start, end] = placeOf(text, path);
      expect(start >= 0 && start <= end).toBe(true);
    }),
  );
});
