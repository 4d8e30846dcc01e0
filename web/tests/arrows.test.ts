/** Imports of the shell run one way: no file needs another that needs it, types included. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import later from "../src/i18n/later/en.json";

const ROOT = join(import.meta.dirname, "../src");
const COMMENT = /\/\*[\s\S]*?\*\//g;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g;

/** Of the others nothing is there before somebody asks for it. */
const AT_ONCE = /^(?:import|export)(?! type\b)[^;()]*?"(\.[^"]+\.ts)";/gm;

function arrows(imports = IMPORT): Map<string, string[]> {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return new Map(
    files.map((name) => {
      const text = readFileSync(join(ROOT, name), "utf8").replace(COMMENT, "");
      const found = [...text.matchAll(imports)].map(([, to = ""]) => relative(ROOT, join(ROOT, dirname(name), to)));
      return [name.replaceAll("\\", "/"), found.map((to) => to.replaceAll("\\", "/"))];
    }),
  );
}

/** Files that stand in a ring: what is left when those that need nothing are taken away, again and again. */
function rings(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map([...needs].map(([file, others]) => [file, new Set(others)]));
  for (let free = [""]; free.length > 0;) {
    free = [...left].filter(([, others]) => others.size === 0).map(([file]) => file);
    for (const file of free) left.delete(file);
    for (const others of left.values()) for (const file of free) others.delete(file);
  }
  return [...left].map(([file, others]) => `${file} -> ${[...others].join(", ")}`);
}

test("no file of the shell stands in a ring of imports", () => {
  const needs = arrows();
  expect(needs.size).toBeGreaterThan(100);
  expect([...needs.values()].flat().filter((file) => !needs.has(file))).toEqual([]);
  expect(rings(needs)).toEqual([]);
});

test("a ring is found", () => {
  const needs = new Map([
    ["a", ["b", "leaf"]],
    ["b", ["a"]],
    ["leaf", []],
  ]);
  expect(rings(needs)).toEqual(["a -> b", "b -> a"]);
});

test("only the entry knows both the state of the page and what surfaces are made of", () => {
  const known = [...arrows()].filter(([file]) => /^(state|surfaces|transport|folds|i18n|log|map)\//.test(file));
  const upwards = known.flatMap(([file, others]) =>
    others.filter((to) => /^(catalog|chat)\//.test(to)).map((to) => [file, to]),
  );
  expect(upwards).toEqual([]);
});

test("what home is made of says nothing whose words come later", () => {
  const needs = arrows(AT_ONCE);
  const home = new Set(["main.ts", "catalog/renderer.ts"]);
  for (const file of home) for (const other of needs.get(file) ?? []) home.add(other);
  const texts = [...home].map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  expect(home).toContain("elements/question-card.ts");
  expect(home).not.toContain("chat/talk.ts");
  const prefixes = [...texts.matchAll(/`(\w+\.)\$\{/g)].map(([, prefix = ""]) => prefix);
  const at = (key: string): boolean => texts.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  expect(at("question.title")).toBe(true);
  expect(Object.keys(later).filter(at)).toEqual([]);
});
