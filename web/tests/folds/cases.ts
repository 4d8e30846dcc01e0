/** Reads the cases that Python and TypeScript share. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json, Record as LogRecord } from "../../src/wire.ts";

const CASES = resolve(import.meta.dirname, "../../../cases");

export interface LogCase {
  readonly about: string;
  readonly records: readonly LogRecord[];
  readonly states: { readonly [view: string]: Json };
}

export interface PatchCase {
  readonly about: string;
  readonly model: Json;
  readonly patches: readonly Json[];
  readonly after: Json;
  readonly skipped: number;
}

/** The cases of one folder with their names, in the order of the names. */
export function casesIn<Case>(folder: string): [name: string, found: Case][] {
  const names = readdirSync(resolve(CASES, folder)).filter((name) => name.endsWith(".json"));
  return names.toSorted().map((name) => [name, JSON.parse(readFileSync(resolve(CASES, folder, name), "utf8")) as Case]);
}
