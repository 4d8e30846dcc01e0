/** What home is made of: a tile for each surface, examples to click, my earlier conversations. */
import { html, nothing } from "lit";
import { z } from "zod";
import "../elements/conversations.ts";
import "../elements/talks.ts";
import { iconOf, isIcon } from "../elements/icons.ts";
import type { JsonObject } from "../transport/json.ts";
import { Common, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

const Tile = {
  name: "Tile",
  tagName: "loket-tile",
  schema: z
    .object({ ...Common, surface: z.string(), icon: z.string(), title: Words, text: Words, start: Words })
    .strict(),
};

class TilePart extends Part<typeof Tile> {
  protected override readonly api = Tile;

  protected override draw({ surface, icon, title, text, start }: Props<typeof Tile>): Drawn {
    return html`<article class="tile card">
      <span class="tile-icon">${isIcon(icon) ? iconOf(icon) : nothing}</span>
      <h2 lang=${langOf(title)}>${title ?? ""}</h2>
      <p lang=${langOf(text)}>${text ?? ""}</p>
      <button
        type="button"
        class="primary"
        lang=${langOf(title)}
        aria-label="${start ?? ""}: ${title ?? ""}"
        @click=${() => void this.app?.start(surface)}
      >
        ${start ?? ""}
      </button>
    </article>`;
  }
}

const Examples = {
  name: "Examples",
  tagName: "loket-examples",
  schema: z
    .object({
      ...Common,
      title: Words,
      items: z.array(z.object({ label: Words, surface: z.string(), form: z.record(z.unknown()).optional() }).strict()),
    })
    .strict(),
};

class ExamplesPart extends Part<typeof Examples> {
  protected override readonly api = Examples;

  protected override draw({ title, items }: Props<typeof Examples>): Drawn {
    return html`<section class="examples">
      <h2 lang=${langOf(title)}>${title ?? ""}</h2>
      <ul>
        ${(items ?? []).map(
          ({ label, surface, form }) =>
            html`<li>
              <button
                type="button"
                class="plain"
                @click=${() => void this.app?.start(surface, form as JsonObject | undefined)}
              >
                ${iconOf("right")}<span lang=${langOf(label)}>${String(label)}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

const Conversations = {
  name: "Conversations",
  tagName: "loket-conversations-part",
  schema: z.object({ ...Common, title: Words.optional() }).strict(),
};

class ConversationsPart extends Part<typeof Conversations> {
  protected override readonly api = Conversations;

  protected override draw({ title }: Props<typeof Conversations>): Drawn {
    // What can also be asked stands above what was asked before, which may be long.
    return html`<loket-talks></loket-talks>
      <section class="earlier">
        <h2 lang=${title ? langOf(title) : nothing}>${title ?? this.say("nav.mine")}</h2>
        <loket-conversations></loket-conversations>
      </section>`;
  }
}

export const tile = entry(Tile, TilePart);
export const examples = entry(Examples, ExamplesPart);
export const conversations = entry(Conversations, ConversationsPart);
