/** The view `commands`: what clients were told to do, whole and in order; the twin of views/commands.py. */
import type { CommandItem, CommandsState, Record as LogRecord } from "../wire.ts";
import { light } from "./plain.ts";
import type { Draft, View } from "./view.ts";

const WINDOW = 500;
const HEAVY = 40_000;

/** Keeps a bounded window of commands. */
export class Commands implements View<CommandsState> {
  static readonly version = "1";
  readonly name = "commands";
  readonly version = Commands.version;
  readonly #state: Draft<CommandsState>;

  /** Continues from a state of this version, which it takes over; without one it starts at the beginning. */
  constructor(state: CommandsState = { upto: 0, dropped: 0, items: [] }) {
    this.#state = state;
  }

  apply(record: LogRecord): void {
    const state = this.#state;
    if (record.seq <= state.upto) return;
    state.upto = record.seq;
    const event = record.event;
    if (event.kind === "client_told") {
      const item: CommandItem = { seq: record.seq, scope: record.scope, command: light(event.command, HEAVY).value };
      state.dropped += state.items.length >= WINDOW ? 1 : 0;
      state.items = [...state.items, item].slice(-WINDOW);
    } else if (event.kind === "redacted") {
      const seqs = new Set(event.seqs);
      state.items = state.items.map((item) => (seqs.has(item.seq) ? { ...item, command: null } : item));
    }
  }

  state(): CommandsState {
    return this.#state;
  }
}
