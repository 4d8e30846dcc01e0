/** What stands beside a talk for a moment: what a map would show of the choice that is looked at. */
import type { Key } from "../i18n/words.ts";
import type { JsonObject } from "../transport/json.ts";
import { Changes } from "./changes.ts";

/** Why a map can't do what it is told; null when it can. */
export type Refusing = (action: JsonObject) => Key | null;

const NOTHING: readonly JsonObject[] = [];

export class Beside extends Changes {
  preview: readonly JsonObject[] = NOTHING;
  /** Known once a map is there. */
  refuses: Refusing = () => null;

  look(actions: readonly JsonObject[]): void {
    this.#show(actions.length > 0 ? actions : NOTHING);
  }

  leave(): void {
    this.#show(NOTHING);
  }

  /** A map is there and can say what it can't do. */
  open(refuses: Refusing): void {
    this.refuses = refuses;
    this.changed();
  }

  #show(actions: readonly JsonObject[]): void {
    if (actions === this.preview) return;
    this.preview = actions;
    this.changed();
  }
}
