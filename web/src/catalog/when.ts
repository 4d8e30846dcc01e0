/** Shows its children while a value of the model, or one of a list of more, is one of those it names: a form asks only
 * what it needs. */
import { html, nothing } from "lit";
import { z } from "zod";
import { Children, Common, DynamicJson, DynamicScalar } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";

const When = {
  name: "When",
  tagName: "loket-when",
  schema: z
    .object({
      ...Common,
      value: DynamicScalar,
      or: DynamicJson.optional(),
      is: z.array(z.string()),
      children: Children,
    })
    .strict(),
};

class WhenPart extends Part<typeof When> {
  protected override readonly api = When;

  protected override draw({ value, or, is, children }: Props<typeof When>): Drawn {
    const values: readonly unknown[] = [value, ...(Array.isArray(or) ? or : [])];
    const shown = values.some((one) => (is ?? []).includes(String(one ?? "")));
    this.hidden = !shown;
    return shown ? html`${this.nodes(children)}` : nothing;
  }
}

export const when = entry(When, WhenPart);
