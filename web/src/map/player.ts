/** Carries out commands one after the other: each is on the map before the next begins, and a movement has arrived. */
import { Changes } from "../state/changes.ts";
import { applied, EMPTY, type MapState } from "./state.ts";
import type { Skipped, View } from "./things.ts";

/** A longer list that arrives at once is a conversation that is opened again: nobody wants to see it all happen. */
const MOST_AT_ONCE = 12;

export interface Stage {
  /** Looks there, null is where a map begins; resolves on arrival. */
  look(view: View | null, smoothly: boolean): Promise<void>;
  /** A command was left out. */
  skipped(one: Skipped): void;
}

export class Player extends Changes {
  state: MapState = EMPTY;
  #list: readonly unknown[] = [];
  #waiting: unknown[] = [];
  #playing = false;

  constructor(private readonly stage: Stage) {
    super();
  }

  /** The whole list so far. What is new is carried out; a list that does not go on from the last begins anew. */
  take(actions: readonly unknown[], atOnce = false): void {
    const before = this.#list;
    this.#list = actions;
    if (!goesOn(before, actions)) {
      this.#waiting = [];
      this.#jump(EMPTY, actions);
      return;
    }
    const fresh = actions.slice(before.length);
    if (atOnce || fresh.length > MOST_AT_ONCE) {
      this.#jump(this.state, [...this.#waiting.splice(0), ...fresh]);
      return;
    }
    this.#waiting.push(...fresh);
    if (!this.#playing) void this.#play();
  }

  /** What a person does by hand. */
  edit(change: (state: MapState) => MapState): void {
    this.#become(change(this.state));
  }

  #jump(from: MapState, actions: readonly unknown[]): void {
    const to = actions.reduce<MapState>(applied, from);
    for (const one of to.skipped) if (!from.skipped.includes(one)) this.stage.skipped(one);
    this.#become(to);
    if (from === EMPTY || to.view !== from.view) void this.stage.look(to.view, false);
  }

  async #play(): Promise<void> {
    this.#playing = true;
    while (this.#waiting.length > 0) {
      const before = this.state;
      this.#become(applied(before, this.#waiting.shift()));
      const { view, skipped } = this.state;
      const left = skipped === before.skipped ? undefined : skipped.at(-1);
      if (left) this.stage.skipped(left);
      if (view !== before.view) await this.stage.look(view, true);
    }
    this.#playing = false;
  }

  #become(state: MapState): void {
    if (state === this.state) return;
    this.state = state;
    this.changed();
  }
}

/** Whether a list begins with all of another; lists are often made anew around the same commands. */
function goesOn(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length <= now.length && before.every((one, at) => isSame(one, now[at]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => isSame(at(one, name), at(other, name)));
}

function at(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}
