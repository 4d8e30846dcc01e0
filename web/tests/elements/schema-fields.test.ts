/** A form from anybody's schema, and the object that was filled in. */
import { expect, test } from "vitest";
import { fieldsOf, inWords, valueOf } from "../../src/elements/schema-fields.ts";

const SCHEMA = {
  type: "object",
  properties: {
    age: { type: "integer", description: "Age in years." },
    fee: { type: ["number", "null"] },
    team: { enum: ["lions", "owls"] },
    group: { oneOf: [{ const: "u10", title: "Under 10" }, { const: "u11" }] },
    paid: { type: "boolean" },
    born: { type: "string", format: "date" },
    mail: { type: "string", format: "email" },
    more: { type: "array" },
    freeWords: {},
  },
  required: ["age"],
};

function field(name: string): ReturnType<typeof fieldsOf>[number] {
  const found = fieldsOf(SCHEMA).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

test("each kind of property has its field", () => {
  expect(fieldsOf(SCHEMA).map(({ kind }) => kind)).toEqual([
    ...["number", "number", "choice", "choice", "yes", "date", "email", "json", "text"],
  ]);
  expect(field("age")).toMatchObject({ required: true, whole: true, hint: "Age in years.", label: "Age" });
  expect(field("group").options.map(({ label }) => label)).toEqual(["Under 10", "u11"]);
  expect(inWords("date_of_birth")).toBe("Date of birth");
  expect(inWords("freeWords")).toBe("Free Words");
});

test.each([
  ["age", "", { wrong: "missing" }],
  ["age", "ten", { wrong: "number" }],
  ["age", "10.5", { wrong: "whole" }],
  ["age", " 10 ", { value: 10 }],
  ["fee", "", {}],
  ["fee", "1,5", { value: 1.5 }],
  ["team", "owls", { value: "owls" }],
  ["paid", "false", { value: false }],
  ["mail", "nobody", { wrong: "email" }],
  ["more", "[1", { wrong: "json" }],
  ["more", "[1]", { value: [1] }],
  ["freeWords", "a b", { value: "a b" }],
] as const)("%s filled in with %j", (name, text, read) => {
  expect(valueOf(field(name), text)).toEqual(read);
});

test.each([null, [], 7, { properties: 7 }, { properties: { a: null } }, { properties: { a: { enum: "x" } } }])(
  "a stranger's schema %j makes no trouble",
  (schema) => {
    expect(() => fieldsOf(schema as never)).not.toThrow();
  },
);
