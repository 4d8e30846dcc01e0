/** What draws pages: the A2UI renderer with our catalog. It comes with the first page, so that a talk does without it. */
import { addIcons } from "../elements/icons.ts";
import "../elements/surface-view.ts";
import type { PageCatalog } from "../modules/brought.ts";
import { type PageModule, shell } from "../modules/shell.ts";
import type { Act } from "../state/pages.ts";
import { Surfaces } from "../surfaces/surfaces.ts";
import type { PagesInfo } from "../transport/api.ts";
import { catalog } from "./catalog.ts";

export { speak } from "./words.ts";

/** The catalogs with what modules brought, by their addresses. */
const brought = new Map<string, Promise<PageCatalog>>();

/** Surfaces for the pages of an assistant. */
export async function drawn(assistant: string, { items, module }: PagesInfo, act: Act): Promise<Surfaces> {
  if (!module) return new Surfaces(catalog, assistant, items, act);
  return new Surfaces(await partsAt(module), assistant, items, act);
}

/** The catalog with what a module brought, which is loaded once. */
export function partsAt(module: string): Promise<PageCatalog> {
  const parts = brought.get(module) ?? load(module);
  brought.set(module, parts);
  return parts;
}

/** A module that can't be loaded costs its own parts, which say so, and not the page. */
async function load(module: string): Promise<PageCatalog> {
  try {
    const { default: page } = (await import(/* @vite-ignore */ module)) as { default: PageModule };
    const parts = page(shell);
    addIcons(parts.icons ?? {});
    if (parts.styles) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(parts.styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    return catalog.with(parts);
  } catch (error) {
    console.error(`The parts of pages at ${module} can't be used:`, error);
    return catalog;
  }
}
