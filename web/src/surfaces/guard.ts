/** Looks at A2UI messages before the renderer does: one bad component must not cost the whole surface. */
import type { WebComponentImplementation } from "@a2ui/web_core/v0_9";
import { isObject, type Json, type JsonObject, textOf } from "../transport/json.ts";

const VERSIONS = ["v0.9", "v0.9.1"];
const KINDS = ["createSurface", "updateComponents", "updateDataModel", "deleteSurface"] as const;
export type MessageKind = (typeof KINDS)[number];

/** A message of one of the four kinds, with its body. */
export interface Told {
  readonly kind: MessageKind;
  readonly surface: string;
  readonly body: JsonObject;
}

/** The message, or null when it is none that version 0.9 knows. */
export function messageOf(frame: JsonObject): Told | null {
  if (!VERSIONS.includes(textOf(frame["version"]))) return null;
  const kinds = KINDS.filter((kind) => kind in frame);
  const [kind] = kinds;
  if (kinds.length !== 1 || !kind) return null;
  const body = frame[kind];
  if (!isObject(body)) return null;
  const surface = textOf(body["surfaceId"]);
  return surface ? { kind, surface, body } : null;
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
