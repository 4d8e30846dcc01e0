/** From a JSON Schema of an object to the fields of a form, and from what was filled in to the object. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";

export type FieldKind = "text" | "number" | "choice" | "yes" | "date" | "email" | "json";

export interface Option {
  readonly value: Json;
  readonly label: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly whole: boolean;
  readonly options: readonly Option[];
  readonly initial: string;
}

/** Why a field can't be sent as it stands. */
export type Wrong = "missing" | "number" | "whole" | "json" | "email";

/** The fields of the schema's properties, in its order; those it does not describe are free text. */
export function fieldsOf(schema: JsonObject): Field[] {
  const known = objectOf(schema);
  const required = new Set(listOf(known["required"]).map(textOf));
  return Object.entries(objectOf(known["properties"])).map(([name, raw]) => fieldOf(name, objectOf(raw), required));
}

function fieldOf(name: string, schema: JsonObject, required: ReadonlySet<string>): Field {
  const initial = schema["default"];
  const title = textOf(schema["title"]);
  return {
    name,
    label: title || inWords(name),
    hint: textOf(schema["description"]),
    kind: kindOf(schema),
    required: required.has(name),
    whole: typesOf(schema).includes("integer"),
    options: optionsOf(schema),
    initial:
      initial === undefined || initial === null
        ? ""
        : typeof initial === "object"
          ? JSON.stringify(initial)
          : String(initial),
  };
}

function kindOf(schema: JsonObject): FieldKind {
  if (optionsOf(schema).length > 0) return "choice";
  const types = typesOf(schema);
  if (types.includes("boolean")) return "yes";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("object") || types.includes("array")) return "json";
  const format = textOf(schema["format"]);
  return format === "date" || format === "email" ? format : "text";
}

function typesOf(schema: JsonObject): string[] {
  const type = schema["type"];
  return (Array.isArray(type) ? type : [type]).map(textOf).filter((name) => name !== "" && name !== "null");
}

function optionsOf(schema: JsonObject): Option[] {
  const named = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])].map(objectOf).filter((one) => "const" in one);
  if (named.length > 0)
    return named.map((one) => ({ value: one["const"] ?? null, label: textOf(one["title"]) || String(one["const"]) }));
  return listOf(schema["enum"])
    .filter((value) => value !== null)
    .map((value) => ({ value, label: isObject(value) ? JSON.stringify(value) : inWords(String(value)) }));
}

/** A name of a program in words: `date_of_birth` is "Date of birth". */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a field's text stands for; undefined for an empty optional one. */
export function valueOf(field: Field, text: string): { value?: Json; wrong?: Wrong } {
  const typed = text.trim();
  if (!typed) return field.required ? { wrong: "missing" } : {};
  switch (field.kind) {
    case "choice":
      return { value: field.options.find((option) => String(option.value) === text)?.value ?? text };
    case "yes":
      return { value: typed === "true" };
    case "number": {
      const number = Number(typed.replace(",", "."));
      if (!Number.isFinite(number)) return { wrong: "number" };
      return field.whole && !Number.isInteger(number) ? { wrong: "whole" } : { value: number };
    }
    case "email":
      return /^\S+@\S+\.\S+$/.test(typed) ? { value: typed } : { wrong: "email" };
    case "json":
      try {
        return { value: JSON.parse(typed) as Json };
      } catch {
        return { wrong: "json" };
      }
    default:
      return { value: typed };
  }
}
