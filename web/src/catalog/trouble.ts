/** What stands in the place of a component that cannot be drawn, so that a page is never blank. */
import { html } from "lit";
import { z } from "zod";
import { Common } from "./api.ts";
import { type Drawn, entry, Part, type Props, troubleBox } from "./part.ts";

const Unknown = {
  name: "Unknown",
  tagName: "loket-unknown",
  schema: z.object({ ...Common, was: z.string(), properties: z.record(z.unknown()).optional() }).strict(),
};

class UnknownPart extends Part<typeof Unknown> {
  protected override readonly api = Unknown;

  protected override draw({ was, properties }: Props<typeof Unknown>): Drawn {
    return html`<div class="box note" role="note">
      <p>${this.say("part.unknown", { what: was })}</p>
      <details>
        <summary>${this.say("part.details")}</summary>
        <pre class="dump" tabindex="0">${JSON.stringify(properties ?? {}, null, 2)}</pre>
      </details>
    </div>`;
  }
}

const Broken = {
  name: "Broken",
  tagName: "loket-broken",
  schema: z.object({ ...Common, was: z.string(), why: z.string() }).strict(),
};

class BrokenPart extends Part<typeof Broken> {
  protected override readonly api = Broken;

  protected override draw({ was, why }: Props<typeof Broken>): Drawn {
    return troubleBox(this.say("part.broken"), `${was}: ${why}`);
  }
}

export const unknown = entry(Unknown, UnknownPart);
export const broken = entry(Broken, BrokenPart);
