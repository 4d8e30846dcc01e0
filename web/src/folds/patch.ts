/** Patches of a surface's data model; the same function as core/surfaces.py, so that both models stay equal. */
import type { Json, JsonObject, Patch } from "../wire.ts";

/** The model after all patches that fit, and a sentence for each that was skipped. */
export function applyPatches(model: Json, patches: readonly Json[]): [model: Json, skipped: string[]] {
  const skipped: string[] = [];
  let current = model;
  for (const raw of patches) {
    const patch = patchOf(raw);
    const changed = patch === null ? `no patch: ${JSON.stringify(raw).slice(0, 80)}` : patched(current, patch);
    if (typeof changed === "string") skipped.push(changed);
    else current = changed.model;
  }
  return [current, skipped];
}

/** A changed model, or a sentence on why the patch does not fit. */
type Outcome = { readonly model: Json } | string;

/** The model after one patch, sharing what did not change; missing parent objects are made. */
export function patched(model: Json, patch: Patch): Outcome {
  if (patch.path === "") return put(model, [], patch);
  if (!patch.path.startsWith("/")) return `not a JSON Pointer: ${patch.path.slice(0, 80)}`;
  const parts = patch.path.slice(1).split("/");
  return put(
    model,
    parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
    patch,
  );
}

function patchOf(raw: Json): Patch | null {
  if (!isObject(raw)) return null;
  const { op, path, value } = raw;
  if (op !== "add" && op !== "replace" && op !== "remove") return null;
  return typeof path === "string" ? { op, path, value: value ?? null } : null;
}

function put(node: Json, parts: readonly string[], patch: Patch): Outcome {
  const [head, ...rest] = parts;
  if (head === undefined) return { model: patch.op === "remove" ? {} : patch.value };
  if (isList(node)) return putItem(node, head, rest, patch);
  if (!isObject(node)) return `nothing can stand below a plain value: ${patch.path.slice(0, 80)}`;
  const present = Object.hasOwn(node, head);
  if (patch.op === "remove" && !present) return `no such place: ${patch.path.slice(0, 80)}`;
  if (rest.length > 0) {
    const inner = put(present ? (node[head] ?? null) : {}, rest, patch);
    return typeof inner === "string" ? inner : { model: withField(node, head, inner.model) };
  }
  if (patch.op !== "remove") return { model: withField(node, head, patch.value) };
  return { model: Object.fromEntries(Object.entries(node).filter(([name]) => name !== head)) };
}

function putItem(items: readonly Json[], head: string, rest: readonly string[], patch: Patch): Outcome {
  const index = indexOf(head, items.length, patch.op === "add" && rest.length === 0);
  if (typeof index === "string") return index;
  if (rest.length > 0) {
    const inner = put(items[index] ?? null, rest, patch);
    return typeof inner === "string" ? inner : { model: items.with(index, inner.model) };
  }
  if (patch.op === "add") return { model: items.toSpliced(index, 0, patch.value) };
  return { model: patch.op === "remove" ? items.toSpliced(index, 1) : items.with(index, patch.value) };
}

/** A list index; `-` and the length itself are allowed when an item may be added. */
function indexOf(part: string, length: number, grow: boolean): number | string {
  if (part === "-" && grow) return length;
  if (!/^(?:0|[1-9][0-9]*)$/.test(part)) return `not a list index: ${part.slice(0, 20)}`;
  const index = Number(part);
  return index > length || (index === length && !grow) ? `no such item: ${index}` : index;
}

/** The object with one field set, as an own field whatever its name is (`__proto__` too). */
function withField(node: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries([...Object.entries(node), [name, value]]);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
