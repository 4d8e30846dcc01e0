/** What the documentation shows of components and page modules is what the catalog and the shell take. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { catalog } from "../src/catalog/catalog.ts";
import { type PageModule, shell } from "../src/modules/shell.ts";
import { CATALOG } from "../src/surfaces/catalog-id.ts";
import { Surfaces } from "../src/surfaces/surfaces.ts";
import type { JsonObject } from "../src/wire.ts";

function block(page: string, language: string): string {
  const text = readFileSync(resolve("../docs", page), "utf8");
  return new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(text)?.[1] ?? "";
}

test("map.md: the component is one that a page can name", () => {
  const root = { ...(JSON.parse(block("map.md", "json")) as JsonObject), id: "root" };
  const page = { id: "plan", title: "", catalog: CATALOG, components: [root], model: { map: { actions: [] } } };
  const surfaces = new Surfaces(catalog, "mapper", [page], () => undefined);
  expect([...(surfaces.get("plan")?.componentsModel.entries ?? [])].map(([, one]) => one.type)).toEqual(["Map"]);
});

test("page-modules.md: the module brings what the page says", async () => {
  const source = `data:text/javascript,${encodeURIComponent(block("page-modules.md", "js"))}`;
  const module = (await import(/* @vite-ignore */ source)) as { default: PageModule };
  const brought = module.default(shell);
  expect(brought.parts?.map(({ name }) => name)).toEqual(["Gauge"]);
  expect(Object.keys(brought.results ?? {})).toEqual(["repair"]);
  expect(brought.arrange?.(["a"])).toEqual(["a"]);
  expect(brought.below?.([], { language: "nl", say: (key: string) => key } as never)).toContain("btw");
  expect(brought.icons).toHaveProperty("bike");
});
