/** The port of a view: a fold of records into a state that is plain JSON, the same as its Python twin's. */
import type { Record as LogRecord } from "../wire.ts";

/**
 * `apply` never throws on odd logs, and a record at or before the last one applied changes nothing. `state` is the live
 * object, not a copy: read it, never change it, and copy it (or the parts that matter) to compare it with a later one.
 */
export interface View<S> {
  readonly name: string;
  readonly version: string;
  apply(record: LogRecord): void;
  state(): S;
}

/** Fields that may be set while a state is being folded. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
