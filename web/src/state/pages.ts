/** The pages that assistants bring: how they are drawn is asked for once, and what draws them comes with the first. */
import type { Acted, Surfaces } from "../surfaces/surfaces.ts";
import { HOME } from "./router.ts";
import type { Api, PagesInfo } from "../transport/api.ts";

/** The event that opens a surface. */
export const OPEN = "nav/open";

/** What a person does who opens one. */
export function opening(surface: string): Acted {
  return { surface: HOME, name: OPEN, payload: { surfaceId: surface } };
}

/** A conversation that begins with opening a page; its id. */
export async function begunAt(surface: string, assistant: string, api: Api): Promise<string> {
  const id = await api.begin(assistant);
  await api.tell(id, { kind: "surface_acted", ...opening(surface) }, crypto.randomUUID());
  return id;
}

export type Act = (acted: Acted) => void;
/** Draws the pages of an assistant. */
export type Draw = (assistant: string, pages: PagesInfo, act: Act) => Promise<Surfaces>;

export class Pages {
  readonly #asked = new Map<string, Promise<PagesInfo>>();

  constructor(
    private readonly api: Api,
    private readonly draw: Draw,
  ) {}

  /** Where the page module of an assistant is; "" when it has none. */
  async module(assistant: string): Promise<string> {
    return (await this.#ask(assistant)).module;
  }

  /** Surfaces of an assistant, as they are before anything happened on them. */
  async fresh(assistant: string, act: Act): Promise<Surfaces> {
    return this.draw(assistant, await this.#ask(assistant), act);
  }

  async #ask(assistant: string): Promise<PagesInfo> {
    const asked = this.#asked.get(assistant) ?? this.api.pages(assistant);
    this.#asked.set(assistant, asked);
    try {
      return await asked;
    } catch (error) {
      this.#asked.delete(assistant);
      throw error;
    }
  }
}
