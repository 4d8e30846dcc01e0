/** What is drawn by code that comes with the first page that shows it: whoever only looks at home never loads it. */
import { type Drawn, shell } from "./shell.ts";

type Drawing = typeof import("./drawing.ts");
type Draw = (drawing: Drawing) => Drawn;

let drawing: Drawing | undefined;
let coming: Promise<void> | undefined;

async function load(): Promise<void> {
  const loaded = await import("./drawing.ts");
  loaded.defineLetters();
  drawing = loaded;
}

/** Draws it as soon as the code is there. */
export function late(draw: Draw): Drawn {
  return shell.html`<loket-late .draw=${draw}></loket-late>`;
}

/** Makes the element `<loket-late>`. */
export function defineLate(): void {
  if (customElements.get("loket-late")) return;
  const { LitElement, nothing } = shell;

  class Late extends LitElement {
    static override properties = { draw: { attribute: false } };
    declare draw: Draw;

    protected override createRenderRoot(): this {
      return this;
    }

    override connectedCallback(): void {
      super.connectedCallback();
      if (!drawing) void this.#load();
    }

    override render(): unknown {
      return drawing ? this.draw(drawing) : nothing;
    }

    /** What could not be loaded is tried again with the next that is shown. */
    async #load(): Promise<void> {
      coming ??= load();
      try {
        await coming;
        this.requestUpdate();
      } catch {
        coming = undefined;
      }
    }
  }

  customElements.define("loket-late", Late);
}
