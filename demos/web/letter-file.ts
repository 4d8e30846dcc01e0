/** Takes a letter as a PDF: its text comes into the field, where the person sees it before anything is done with it. */
import { type Json, type Place, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

type Given = Readonly<Record<string, unknown>>;

const MOST_BYTES = 5_000_000;

/** Makes the element `<loket-letter-file>`. */
export function defineLetterFile(): void {
  if (customElements.get("loket-letter-file")) return;
  const { html, LitElement } = shell;
  const { objectOf, textOf } = shell.json;
  const { iconOf } = shell.draw;

  class LetterFile extends LitElement {
    static override properties = {
      given: { attribute: false },
      place: { attribute: false },
      news: { state: true },
      wrong: { state: true },
    };
    /** `value` is what stands in the field, `setValue` puts something there. */
    declare given: Given;
    declare place: Place;
    declare news: string;
    declare wrong: boolean;
    /** How many files were chosen: of what is read late only the newest counts. */
    #chosen = 0;

    constructor() {
      super();
      this.news = "";
      this.wrong = false;
    }

    protected override createRenderRoot(): this {
      return this;
    }

    override render(): unknown {
      const { reader } = this.place;
      const { language } = reader;
      const say = sayFor(reader);
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
      const say = sayFor(this.place.reader);
      const file = input.files?.[0];
      if (!file) return;
      const [chosen, before] = [(this.#chosen += 1), this.#value];
      if (file.size > MOST_BYTES) return this.#tell(say("file.large"), true);
      this.#tell(say("file.reading", { name: file.name }), false);
      let [news, wrong] = [say("file.done", { name: file.name }), false];
      const text = await this.#textOf(file).catch((error: unknown) => {
        [news, wrong] = [error instanceof Error && error.message ? error.message : say("file.failed"), true];
        return null;
      });
      if (chosen !== this.#chosen) return;
      input.value = "";
      // What was typed while it was read is the person's.
      if (text !== null) this.#take(this.#value === before ? text : `${this.#value}\n\n${text}`);
      this.#tell(news, wrong);
    }

    get #value(): string {
      return textOf(this.given["value"] as Json);
    }

    #take(text: string): void {
      (this.given["setValue"] as (text: string) => void)(text);
    }

    async #textOf(file: File): Promise<string> {
      return textOf(objectOf(await this.place.ask("/api/letters/text", { data: await base64(file) }))["text"]);
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
