/** Takes a letter as a PDF: its text comes into the field, where the person sees it before anything is done with it. */
import { type Place, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const MOST_BYTES = 5_000_000;

/** Makes the element `<loket-letter-file>`. */
export function defineLetterFile(): void {
  if (customElements.get("loket-letter-file")) return;
  const { html, LitElement } = shell;
  const { objectOf, textOf } = shell.json;
  const { iconOf } = shell.draw;

  class LetterFile extends LitElement {
    static override properties = {
      reader: { attribute: false },
      ask: { attribute: false },
      take: { attribute: false },
      news: { state: true },
      wrong: { state: true },
    };
    declare reader: Reader;
    declare ask: Place["ask"];
    /** Is given the text. */
    declare take: (text: string) => void;
    declare news: string;
    declare wrong: boolean;

    constructor() {
      super();
      this.news = "";
      this.wrong = false;
    }

    protected override createRenderRoot(): this {
      return this;
    }

    override render(): unknown {
      const { language } = this.reader;
      const say = sayFor(this.reader);
      return html`<div class="field letter-file">
        <input
          type="file"
          hidden
          accept="application/pdf,image/*"
          @change=${(event: Event) => void this.#read(event.target as HTMLInputElement)}
        />
        <button
          type="button"
          lang=${language}
          aria-describedby="letter-file-hint"
          @click=${() => this.querySelector("input")?.click()}
        >
          ${iconOf("clip")}${say("file.label")}
        </button>
        <p class="hint" id="letter-file-hint" lang=${language}>${say("file.hint")}</p>
        <p class=${this.wrong ? "field-error" : "quiet"} role="status">${this.news}</p>
      </div>`;
    }

    async #read(input: HTMLInputElement): Promise<void> {
      const say = sayFor(this.reader);
      const file = input.files?.[0];
      if (!file) return;
      if (file.size > MOST_BYTES) return this.#tell(say("file.large"), true);
      this.#tell(say("file.reading", { name: file.name }), false);
      try {
        const answer = objectOf(await this.ask("/api/letters/text", { data: await base64(file) }));
        this.take(textOf(answer["text"]));
        this.#tell(say("file.done", { name: file.name }), false);
      } catch (error) {
        this.#tell(error instanceof Error && error.message ? error.message : say("file.failed"), true);
      } finally {
        input.value = "";
      }
    }

    #tell(news: string, wrong: boolean): void {
      [this.news, this.wrong] = [news, wrong];
    }
  }

  customElements.define("loket-letter-file", LetterFile);
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let signs = "";
  for (let at = 0; at < bytes.length; at += 0x8000) signs += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(signs);
}
