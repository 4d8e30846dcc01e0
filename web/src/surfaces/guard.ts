/** Looks at A2UI before the renderer does: one bad component must not cost the whole surface. */
import type { WebComponentImplementation } from "@a2ui/web_core/v0_9";
import { isObject, type Json, type JsonObject, textOf } from "../transport/json.ts";

const VERSIONS = ["v0.9", "v0.9.1"];

/** What a message makes of a surface's model. */
export interface Change {
  readonly surface: string;
  readonly path: string;
  readonly value: Json | undefined;
}

/** The change, or null when it is none that version 0.9 knows. */
export function changeOf(message: JsonObject): Change | null {
  const body = message["updateDataModel"];
  if (!VERSIONS.includes(textOf(message["version"])) || !isObject(body)) return null;
  const surface = textOf(body["surfaceId"]);
  return surface ? { surface, path: textOf(body["path"]) || "/", value: body["value"] } : null;
}

/** A component the catalog can draw: unknown ones become `Unknown`, ones with wrong properties become `Broken`. */
export function drawable(raw: Json, known: ReadonlyMap<string, WebComponentImplementation>, index: number): JsonObject {
  if (!isObject(raw) || typeof raw["id"] !== "string") {
    return { id: `broken-${index}`, component: "Broken", was: "?", why: "no id" };
  }
  const { id, component, ...properties } = raw;
  const type = textOf(component);
  const api = known.get(type);
  if (!api) return { id, component: "Unknown", was: type, properties };
  const checked = api.schema.safeParse(properties);
  if (checked.success) return raw;
  const why = checked.error.issues.map((issue) => `${issue.path.join(".") || type}: ${issue.message}`).join("; ");
  return { id, component: "Broken", was: type, why };
}
