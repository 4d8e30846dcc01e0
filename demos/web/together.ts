/** Papers, points and their explanations in one list each: told once. */
import { type Json, shell } from "./shell.ts";

const EXPLAINED = "verrijking";

/** The lists with the explanations in them; what explains nothing on the lists stays a list of its own. */
export function together(results: readonly Json[]): readonly Json[] {
  const { isObject, listOf, textOf } = shell.json;
  const explained = results.filter(isObject).find((one) => one["kind"] === EXPLAINED);
  if (!explained) return results;
  const left = new Map(
    listOf(explained["items"])
      .filter(isObject)
      .map((item) => [textOf(item["text"]), item]),
  );
  const lists = results
    .filter((one) => one !== explained)
    .map((one) => {
      if (!isObject(one)) return one;
      const items = listOf(one["items"]).map((item) => {
        const text = isObject(item) ? textOf(item["text"]) : textOf(item);
        const words = left.get(text);
        left.delete(text);
        return words ?? item;
      });
      return { ...one, items };
    });
  return left.size > 0 ? [...lists, { ...explained, items: [...left.values()] }] : lists;
}
