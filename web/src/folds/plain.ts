/** Plain values for view states: short texts and light JSON, cut as in Python (views/plain.py). */
import type { BlobRef, Choice, FileRef, Json, Usage } from "../wire.ts";

export const SHORT = 500;
export const LIGHT = 4000;
const DEPTH = 40;
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** What of free JSON a view holds: the value, or null and `cut` when it is too heavy or too deep. */
export interface Light {
  readonly value: Json;
  readonly cut: boolean;
}

/** Whole milliseconds from one moment to another; a moment without a zone is UTC. */
export function between(start: string, end: string): number {
  return milliseconds(end) - milliseconds(start);
}

function milliseconds(at: string): number {
  return Date.parse(ZONE.test(at) ? at : `${at}Z`);
}

/** The text, or its beginning with an ellipsis; counted in code points. */
export function short(text: string, limit: number = SHORT): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join("")}…`;
}

/** The value when its weight (characters of texts and keys, one for everything else) is within the limit. */
export function light(value: Json, limit: number = LIGHT): Light {
  return room(value, limit, 0) >= 0 ? { value, cut: false } : { value: null, cut: true };
}

function room(value: Json, left: number, depth: number): number {
  if (typeof value === "string") return left - length(value, left);
  if (value === null || typeof value !== "object") return left - 1;
  if (depth >= DEPTH) return -1;
  left -= 1;
  for (const [key, item] of Object.entries(value)) {
    left = room(item, Array.isArray(value) ? left : left - length(key, left), depth + 1);
    if (left < 0) return -1;
  }
  return left;
}

function length(text: string, enough: number): number {
  if (text.length > 2 * Math.max(enough, 0)) return text.length;
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

/** What can be shown of a text without fetching its bytes. */
export function textOf(text: string | BlobRef): string {
  return typeof text === "string" ? text : text.preview;
}

export function blobOf(text: string | BlobRef | null): BlobRef | null {
  if (text === null || typeof text === "string") return null;
  return { sha256: text.sha256, size: text.size, media: text.media, preview: text.preview };
}

export function fileOf(file: FileRef): FileRef {
  return { name: file.name, media: file.media, blob: blobOf(file.blob), uri: file.uri };
}

export function choiceOf(choice: Choice): Choice {
  return { id: choice.id, label: choice.label, detail: choice.detail };
}

/** What a choice still says when its question was redacted. */
export function blankChoice(choice: Choice): Choice {
  return { id: choice.id, label: "", detail: "" };
}

export function usageOf(usage: Usage | null): Usage | null {
  if (usage === null) return null;
  const { model, input_tokens, output_tokens, cached_tokens, reasoning_tokens, price, took_ms } = usage;
  return { model, input_tokens, output_tokens, cached_tokens, reasoning_tokens, price, took_ms };
}
