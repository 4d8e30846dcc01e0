/** A draft letter: the words as plain text, where they come from, and copy, print and download. */
import { type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

/** Makes the element `<loket-draft>`. */
export function defineDraft(): void {
  if (customElements.get("loket-draft")) return;
  const { html, LitElement, nothing, reasonKey } = shell;
  const { iconOf } = shell.draw;

  class DraftCard extends LitElement {
    static override properties = { text: {}, source: {}, reason: {}, reader: { attribute: false } };
    declare text: string;
    declare source: string;
    declare reason: string;
    declare reader: Reader;

    /** The letter without the line that names its source: the badge says that, and nobody wants to send it. */
    #letter = "";

    constructor() {
      super();
      this.text = "";
      this.source = "";
      this.reason = "";
    }

    protected override createRenderRoot(): this {
      return this;
    }

    override render(): unknown {
      const { language } = this.reader;
      const say = sayFor(this.reader);
      if (!this.text) return nothing;
      const [, prefix = "", letter = this.text] = /^(\[Bron: [^\]\n]{1,40}\])\s*\n([\s\S]*)$/.exec(this.text) ?? [];
      this.#letter = letter.trim();
      const key = reasonKey(this.reason);
      return html`<article class="draft card">
        <header>
          <h2 lang=${language}>${say("draft.title")}</h2>
          <p class="badges" lang=${language}>
            ${
              this.source
                ? html`<span class="pill source"
                    >${iconOf("source")}${say(this.source === "gemini" ? "draft.model" : "draft.fixed")}</span
                  >`
                : nothing
            }
            ${this.reason ? html`<span class="pill">${key ? this.reader.say(key) : this.reason}</span>` : nothing}
          </p>
        </header>
        ${prefix ? html`<p class="quiet letter-source">${prefix}</p>` : nothing}
        <div class="letter">${this.#letter}</div>
        <div class="buttons" lang=${language}>
          <loket-copy .text=${this.#letter} .label=${say("draft.copy")}></loket-copy>
          <button type="button" @click=${printDraft}>${iconOf("print")}${say("draft.print")}</button>
          <button type="button" @click=${() => this.#download()}>${iconOf("download")}${say("draft.download")}</button>
        </div>
      </article>`;
    }

    #download(): void {
      const address = URL.createObjectURL(new Blob([this.#letter], { type: "text/plain;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = sayFor(this.reader)("draft.file");
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
    }
  }

  customElements.define("loket-draft", DraftCard);
}

/** Prints the letter alone. */
function printDraft(): void {
  const page = document.documentElement;
  page.dataset["print"] = "draft";
  window.addEventListener("afterprint", () => delete page.dataset["print"], { once: true });
  window.print();
}
