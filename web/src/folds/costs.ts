/** The view `costs`: what language models used and cost, in all, by model and by message; the twin of views/costs.py. */
import type { CostLine, CostsState, Record as LogRecord, Usage } from "../wire.ts";
import { short } from "./plain.ts";
import type { Draft, View } from "./view.ts";

const MODELS = 20;
const COUNTS = ["input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens", "took_ms"] as const;

/** Adds up what decisions and dropped thoughts say they used. */
export class Costs implements View<CostsState> {
  static readonly version = "1";
  readonly name = "costs";
  readonly version = Costs.version;
  readonly #state: Draft<CostsState>;

  constructor(state: CostsState = { upto: 0, total: none(""), message: none(""), models: [] }) {
    this.#state = state;
  }

  apply(record: LogRecord): void {
    const state = this.#state;
    if (record.seq <= state.upto) return;
    state.upto = record.seq;
    if (record.by === "person" && record.event.kind !== "rated") state.message = none("");
    const event = record.event;
    const spends = event.kind === "decided" || event.kind === "discarded" || event.kind === "progressed";
    if (spends && event.usage) this.#used(event.usage);
  }

  state(): CostsState {
    return this.#state;
  }

  #used(usage: Usage): void {
    const state = this.#state;
    const name = short(usage.model);
    const known = state.models.some((line) => line.model === name);
    if (!known && state.models.length < MODELS) state.models = [...state.models, none(name)];
    state.total = added(state.total, usage);
    state.message = added(state.message, usage);
    state.models = state.models.map((line) => (line.model === name ? added(line, usage) : line));
  }
}

function none(model: string): CostLine {
  const counts = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, reasoning_tokens: 0, took_ms: 0 };
  return { model, thoughts: 0, ...counts, price: 0, unpriced: 0 };
}

function added(line: CostLine, usage: Usage): CostLine {
  const more: Draft<CostLine> = { ...line, thoughts: line.thoughts + 1 };
  for (const count of COUNTS) more[count] += usage[count];
  if (usage.price === null) more.unpriced += 1;
  else more.price += usage.price;
  return more;
}
