/** Whoever sees no map loads no map: the page's first script reaches the libraries of the map by no plain import. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");
const PLAIN = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;

function reached(start: string): { readonly files: Set<string>; readonly packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(PLAIN)) {
      const next = resolve(dirname(file), name);
      if (!name.startsWith(".")) packages.add(name);
      else if (name.endsWith(".ts") && existsSync(next)) visit(next);
    }
  };
  visit(resolve(SOURCES, start));
  return { files, packages };
}

const ofTheMap = (packages: Set<string>): string[] => [...packages].filter((one) => /^(ol|proj4)(\/|$)/.test(one));

test("the page's first script", () => {
  const { files, packages } = reached("main.ts");
  expect(files.size).toBeGreaterThan(50);
  expect(packages).toContain("lit");
  expect(ofTheMap(packages)).toEqual([]);
  expect([...files].filter((file) => file.includes("/map/")).map((file) => file.replace(SOURCES, ""))).not.toContain(
    "/map/element.ts",
  );
});

test("the element has its arithmetic with it, and the drawing alone the library", () => {
  expect(ofTheMap(reached("map/element.ts").packages)).toEqual(["proj4"]);
  expect(ofTheMap(reached("map/draw/drawing.ts").packages).length).toBeGreaterThan(5);
});
