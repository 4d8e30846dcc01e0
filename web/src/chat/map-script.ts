/** What the map beside a talk is told: the commands of the log, and, when a choice is asked for, to look where its candidates lie. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import type { CommandsState } from "../wire.ts";

/** What only a map can do. */
const OURS: ReadonlySet<string> = new Set(["setView", "addMarker", "addLayer"]);
/** Metres left free around the candidates. */
const MARGIN = 60;

/** Whether something was said to a map. */
export function isForMap(commands: CommandsState | undefined): boolean {
  return (commands?.items ?? []).some(({ command }) => isObject(command) && OURS.has(textOf(command["type"])));
}

/** A list that only grows, so that the map does nothing twice; it begins anew when the log does. */
export class MapScript {
  #items: CommandsState["items"] = [];
  #asked = "";
  #list: readonly JsonObject[] = [];
  /** How many commands had left the view already when the list began: what they did is not on the map. */
  missing = 0;
  /** The record of the first command of the list. */
  since = 0;

  /** The whole list after these commands; the same list when nothing is new. */
  told({ items, dropped }: Pick<CommandsState, "items" | "dropped">): readonly JsonObject[] {
    if (items === this.#items) return this.#list;
    // The oldest may be gone from the view; what the map has done stays done.
    const known = this.#items.at(-1);
    const at = items.findLastIndex(({ seq }) => seq === known?.seq);
    const goesOn = known === undefined || at >= 0;
    if (known === undefined || !goesOn) [this.missing, this.since] = [dropped, items[0]?.seq ?? 0];
    const fresh = items.slice(at + 1);
    const commands = fresh.flatMap(({ command }) => (isObject(command) ? [command] : []));
    this.#items = items;
    if (commands.length > 0 || !goesOn) this.#list = [...(goesOn ? this.#list : []), ...commands];
    return this.#list;
  }

  /** What was missing, found elsewhere: a map that goes by the list does all of it anew. */
  begin(earlier: readonly JsonObject[]): void {
    this.#list = [...earlier, ...this.#list];
    this.missing = 0;
  }

  /** A choice is asked for: the map looks where its candidates lie, once. */
  asked(question: string, choices: Iterable<readonly JsonObject[]>): readonly JsonObject[] {
    if (question === this.#asked) return this.#list;
    const view = viewOf([...choices].flat());
    if (!view) return this.#list;
    this.#asked = question;
    this.#list = [...this.#list, view];
    return this.#list;
  }
}

/** A look at everything these commands would look at; null when they look nowhere. */
function viewOf(actions: readonly JsonObject[]): JsonObject | null {
  const views = actions.filter((one) => one["type"] === "setView").map((one) => objectOf(one["payload"]));
  const boxes = views.flatMap(({ center, extent }) => {
    const box = [extent, [...listOf(center), ...listOf(center)]].map((one) => listOf(one).map(Number));
    return box.filter((one) => one.length === 4 && one.every(Number.isFinite)).slice(0, 1);
  });
  const [first] = views;
  if (boxes.length === 0 || !first) return null;
  const side = (at: number, of: (...values: number[]) => number): number => of(...boxes.map((box) => box[at] ?? 0));
  const extent = [
    side(0, Math.min) - MARGIN,
    side(1, Math.min) - MARGIN,
    side(2, Math.max) + MARGIN,
    side(3, Math.max) + MARGIN,
  ];
  return { type: "setView", payload: { extent, crs: textOf(first["crs"]) || "EPSG:2056" } };
}
