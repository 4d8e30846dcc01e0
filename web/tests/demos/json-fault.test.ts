/** What is wrong in a text that should be JSON: found wherever a browser finds something, at a place that is there. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Cause, faultIn, lineOf } from "../../../demos/web/scenario/json-fault.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("each mistake has its cause and its place", () => {
  const mistakes: readonly [string, Cause, string][] = [
    ['{"a": 1', "end", ""],
    ["", "end", ""],
    ['{"a": "one', "text", '"one'],
    ['{"a": "one\ntwo"}', "text", '"one\ntwo"}'],
    ['{"a": "C:\\dir"}', "text", '"C:\\dir"}'],
    ['{"a": 1 "b": 2}', "comma", '"b": 2}'],
    ["[1, 2,]", "extra", ",]"],
    ['{"a": 1, }', "extra", ", }"],
    ['{"a" 1}', "colon", "1}"],
    ["{a: 1}", "name", "a: 1}"],
    ["{'a': 1}", "name", "'a': 1}"],
    ['{"a": True}', "value", "True}"],
    ['{"a": }', "value", "}"],
    ['{"a": 01}', "number", "01}"],
    ["{} []", "after", "[]"],
  ];
  for (const [text, cause, rest] of mistakes)
    expect(faultIn(text), text).toEqual({ at: text.length - rest.length, cause });
  expect(lineOf('{\n  "a" 1\n}', 8)).toEqual({ line: 2, column: 7 });
});

test("it is wrong where a browser says so, and nowhere else", () => {
  const written = fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2));
  const broken = fc.tuple(
    written,
    fc.nat(),
    fc.constantFrom("", ",", "}", "]", '"', ":", "x", "1", "\\", "\n", "-", "."),
    fc.nat(2),
  );
  fc.assert(
    fc.property(broken, ([text, where, put, cut]) => {
      const at = where % (text.length + 1);
      const made = text.slice(0, at) + put + text.slice(at + cut);
      const fault = faultIn(made);
      expect(fault === null, made).toBe(isJson(made));
      if (fault) expect(fault.at).toBeLessThanOrEqual(made.length);
    }),
    { numRuns: 500 },
  );
});
