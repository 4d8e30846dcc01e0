/** What models cost: the thoughts of a run of steps and all that it led to, added up and in words. */
import { html, nothing } from "lit";
import type { App } from "../state/app.ts";
import type { Key, Values } from "../i18n/words.ts";
import type { Node } from "../state/timeline.ts";
import type { CostsState, Usage } from "../wire.ts";

/** `thinking` is part of `output`; `price`, in US dollars, is null when that of a thought is not known. */
export interface Spent {
  readonly input: number;
  readonly output: number;
  readonly thinking: number;
  readonly price: number | null;
}

interface Teller {
  readonly language: string;
  say(key: Key, values?: Values): string;
}

/** Null where no model thought. */
export function spentBy(nodes: readonly Node[]): Spent | null {
  return sum(nodes.flatMap(usagesOf));
}

/** What the whole conversation cost, where a model thought. */
export function costOf(app: App): unknown {
  const spent = app.conversation && spentIn(app.conversation.costs);
  if (!spent) return nothing;
  const usage = inUsage(spent, { language: app.settings.language, say: (key, values) => app.say(key, values) });
  return html`<p class="quiet">${app.say("usage.talk", { usage })}</p>`;
}

function spentIn({ total }: CostsState): Spent | null {
  const { input_tokens: input, output_tokens: output, reasoning_tokens: thinking, price, unpriced } = total;
  return input + output > 0 ? { input, output, thinking, price: unpriced === 0 ? price : null } : null;
}

function usagesOf({ usage, runs }: Node): (Usage | null)[] {
  return [usage, ...runs.flatMap((run) => run.nodes.flatMap(usagesOf))];
}

function sum(usages: readonly (Usage | null)[]): Spent | null {
  const spent = usages.filter((usage) => usage !== null && usage.input_tokens + usage.output_tokens > 0) as Usage[];
  if (spent.length === 0) return null;
  const total = (count: (usage: Usage) => number): number => spent.reduce((all, usage) => all + count(usage), 0);
  return {
    input: total((usage) => usage.input_tokens),
    output: total((usage) => usage.output_tokens),
    thinking: total((usage) => usage.reasoning_tokens),
    price: spent.every((usage) => usage.price !== null) ? total((usage) => usage.price ?? 0) : null,
  };
}

export function inUsage({ input, output, thinking, price }: Spent, { language, say }: Teller): string {
  const count = (value: number): string => value.toLocaleString(language);
  const dollars = { style: "currency", currency: "USD", maximumSignificantDigits: 2 } as const;
  const parts = [say("usage.tokens", { input: count(input), output: count(output) })];
  if (thinking > 0) parts.push(say("usage.thinking", { count: count(thinking) }));
  if (price !== null) parts.push(say("usage.price", { price: price.toLocaleString(language, dollars) }));
  return parts.join(" · ");
}
