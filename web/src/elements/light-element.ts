/** What every element of the shell is: drawn into the page itself, with one style sheet and one set of ids for all. */
import { LitElement } from "lit";

export class LightElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
