/** What models cost: the thoughts of a run of steps and all that it led to, added up and in words. */
import type { Key, Values } from "../i18n/words.ts";
import type { Node } from "../state/timeline.ts";
import type { StepsState, Usage } from "../wire.ts";

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

export function spentIn({ scopes }: StepsState): Spent | null {
  return sum(scopes.flatMap(({ steps }) => steps.map(({ usage }) => usage)));
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
