/** Shows its children while a value of the model is one of those it names: a form asks only what it needs. */
import { html, nothing } from "lit";
import { z } from "zod";
import { Children, Common, DynamicScalar } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";

const When = {
  name: "When",
  tagName: "loket-when",
  schema: z.object({ ...Common, value: DynamicScalar, is: z.array(z.string()), children: Children }).strict(),
};

class WhenPart extends Part<typeof When> {
  protected override readonly api = When;

  protected override draw({ value, is, children }: Props<typeof When>): Drawn {
    const shown = (is ?? []).includes(String(value ?? ""));
    this.hidden = !shown;
    return shown ? html`${this.nodes(children)}` : nothing;
  }
}

export const when = entry(When, WhenPart);
