/** What the shell gave to this module, for all its files. */
import type { Shell } from "../../web/src/modules/shell.ts";

export type {
  Brought,
  Drawn,
  Json,
  JsonObject,
  PageModule,
  Place,
  Reader,
  ResultKind,
} from "../../web/src/modules/shell.ts";

export let shell: Shell;

export function lean(given: Shell): void {
  shell = given;
}
