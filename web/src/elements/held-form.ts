/** What a person may change of a held call: a field a value, also one level down; what is fixed stays as it is. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { fieldsOf, inWords } from "./schema-fields.ts";

/** One value of the arguments, by itself or inside an object of them. */
interface Line {
  readonly path: readonly [string, string?];
  readonly field: JsonObject;
  readonly value: Json | undefined;
  readonly required: boolean;
  readonly fixed: boolean;
}

/** The schema of what can be changed: what is there now, and a field for what no schema names. */
export function formOf(input: Json, args: JsonObject): JsonObject {
  const open = linesOf(input, args).filter((line) => !line.fixed);
  return {
    ...objectOf(input),
    properties: Object.fromEntries(open.map((line) => [keyOf(line), filled(line)])),
    required: open.filter((line) => line.required).map(keyOf),
  };
}

/** The values by their names, as they are shown: those that can't be changed at the end, or with `fixed` alone. */
export function rowsOf(input: Json, args: JsonObject, fixed = false): [string, Json][] {
  const taken = new Set<string>();
  const lines = linesOf(input, args);
  const open = lines.filter((line) => !line.fixed);
  return [...open, ...lines.filter((line) => line.fixed)].flatMap((line): [string, Json][] => {
    if (line.value === undefined || (fixed && !line.fixed)) return [];
    const [field] = fieldsOf({ properties: { [keyOf(line)]: line.field } });
    const option = field?.options.find(
      ({ value, label }) => value === line.value && label !== inWords(String(line.value)),
    );
    const label = labelOf(line);
    const name = taken.has(label) ? `${label} (${line.path.join(".")})` : label;
    taken.add(label);
    return [[name, option?.label ?? line.value]];
  });
}

/** The arguments as they are with what was filled in. */
export function changedBy(edit: JsonObject, input: Json, args: JsonObject): JsonObject {
  const changed: Record<string, Json> = {};
  for (const line of linesOf(input, args)) {
    const [name, inner] = line.path;
    const value = line.fixed ? line.value : edit[keyOf(line)];
    if (inner !== undefined && (value !== undefined || name in args))
      changed[name] = { ...objectOf(changed[name] ?? null), ...(value === undefined ? {} : { [inner]: value }) };
    else if (inner === undefined && value !== undefined) changed[name] = value;
  }
  return changed;
}

function linesOf(input: Json, args: JsonObject): Line[] {
  const schema = objectOf(input);
  return partsOf(schema, args).flatMap(([name, field, required]): Line[] => {
    const value = args[name];
    const fixed = field["readOnly"] === true;
    const within = objectOf(field["properties"]);
    if (fixed || Object.keys(within).length === 0 || !(value === undefined || isObject(value)))
      return [{ path: [name], field, value, required, fixed }];
    const inner = objectOf(value ?? null);
    const there = required || name in args;
    return partsOf(field, inner).map(([under, deeper, needed]) => ({
      path: [name, under],
      field: deeper,
      value: inner[under],
      required: there && needed,
      fixed: deeper["readOnly"] === true,
    }));
  });
}

/** Names with their schema and whether they must be there: those that have a value first. */
function partsOf(schema: JsonObject, args: JsonObject): [string, JsonObject, boolean][] {
  const named = objectOf(schema["properties"]);
  const required = new Set(listOf(schema["required"]).map(textOf));
  return Object.keys({ ...args, ...named }).map((name) => {
    const field = named[name];
    return [name, isObject(field) ? field : { type: typeof args[name] }, required.has(name)];
  });
}

function filled(line: Line): JsonObject {
  return { ...line.field, title: labelOf(line), ...(line.value === undefined ? {} : { default: line.value }) };
}

function labelOf(line: Line): string {
  return textOf(line.field["title"]) || inWords(line.path[1] ?? line.path[0]);
}

function keyOf(line: Line): string {
  return line.path[1] === undefined ? line.path[0] : JSON.stringify(line.path);
}
