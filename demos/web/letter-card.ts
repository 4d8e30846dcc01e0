/** A letter that can be taken along: copied, printed, as a text and as a PDF; the person's own one can be completed. */
import { type Place, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

export interface Letter {
  /** `own` is the person's, to complete and send; `reply` is what the authority might answer. */
  readonly kind: "own" | "reply";
  readonly text: string;
  /** How its file is called, without what says which kind of file it is. */
  readonly file: string;
  /** Who wrote a reply, and why not a model. */
  readonly source: string;
  readonly reason: string;
}

const LONG_ENOUGH = 10_000;

/** What the person typed in their letter last, and what is held while the same letter is made again. */
let [typed, held] = ["", ""];

/** The letter is made again: what was typed in it stays until the person takes the new one. */
export function holdTyped(): void {
  held = typed;
}

/** Makes the element `<loket-letter>`. */
export function defineLetter(): void {
  if (customElements.get("loket-letter")) return;
  const { html, LitElement, nothing, reasonKey } = shell;
  const { iconOf } = shell.draw;
  const { objectOf, textOf } = shell.json;

  class LetterCard extends LitElement {
    static override properties = {
      letter: { attribute: false },
      reader: { attribute: false },
      ask: { attribute: false },
      trouble: { state: true },
      busy: { state: true },
    };
    declare letter: Letter;
    declare reader: Reader;
    declare ask: Place["ask"];
    declare trouble: string;
    declare busy: boolean;
    /** The words as they are sent: without the line that names who wrote them, with what the person filled in. */
    #words = "";
    #given = "";
    /** The letter as it was made anew, while the person's own words stand in its place. */
    #renewed = "";

    constructor() {
      super();
      this.trouble = "";
      this.busy = false;
    }

    protected override createRenderRoot(): this {
      return this;
    }

    override render(): unknown {
      const { kind, text, source, reason } = this.letter;
      const { language } = this.reader;
      const say = sayFor(this.reader);
      // The badges say in the reader's words who wrote it, which the first line says as the wire wants it.
      const letter = text.replace(/^\[Bron: [^\]\n]{1,40}\]\s*\n/, "");
      if (this.#given !== text) this.#take(text, letter.trim());
      const key = reasonKey(reason);
      return html`<article class="letter-card card ${kind === "own" ? "own" : "draft"}">
        <header>
          <div lang=${language}>
            <h2>${say(`letter.${kind}`)}</h2>
            <p class="quiet">${say(`letter.${kind}.for`)}</p>
          </div>
          <p class="badges" lang=${language}>
            ${
              source
                ? html`<span class="pill source"
                    >${iconOf("source")}${say(source === "gemini" ? "draft.model" : "draft.fixed")}</span
                  >`
                : nothing
            }
            ${reason ? html`<span class="pill">${key ? this.reader.say(key) : reason}</span>` : nothing}
          </p>
        </header>
        ${
          kind === "own"
            ? html`${this.#choice()}<textarea
                  class="letter"
                  aria-label=${say("letter.own")}
                  rows=${Math.min(60, this.#words.split("\n").length + 2)}
                  .value=${this.#words}
                  @input=${(event: Event) => this.#type(event)}
                ></textarea>
                <div class="letter on-paper" aria-hidden="true">${this.#words}</div>`
            : html`<div class="letter">${this.#words}</div>`
        }
        <div class="buttons" lang=${language}>
          <loket-copy .text=${this.#words} .label=${say("draft.copy")}></loket-copy>
          <button type="button" @click=${() => this.#print()}>${iconOf("print")}${say("draft.print")}</button>
          <button type="button" @click=${() => this.#text()}>${iconOf("download")}${say("draft.download")}</button>
          <button type="button" ?disabled=${this.busy} @click=${() => void this.#pdf()}>
            ${iconOf("download")}${say("letter.pdf")}
          </button>
          <span role="status">${this.trouble}</span>
        </div>
      </article>`;
    }

    /** Another letter; one that was made again does not replace what the person typed. */
    #take(text: string, letter: string): void {
      const keeps = this.letter.kind === "own" && held !== "" && held !== letter;
      [this.#given, this.#words, this.#renewed] = [text, keeps ? held : letter, keeps ? letter : ""];
      if (this.letter.kind === "own") [typed, held] = [keeps ? held : "", ""];
    }

    #choice(): unknown {
      if (this.#renewed === "") return nothing;
      const say = sayFor(this.reader);
      return html`<div class="box asks" role="status" lang=${this.reader.language}>
        <p>${say("letter.kept")}</p>
        <button type="button" @click=${() => this.#replace()}>${say("letter.take")}</button>
      </div>`;
    }

    #replace(): void {
      [this.#words, this.#renewed, typed] = [this.#renewed, "", ""];
      this.requestUpdate();
    }

    #type(event: Event): void {
      this.#words = typed = (event.target as HTMLTextAreaElement).value;
      this.requestUpdate();
    }

    #text(): void {
      save(new Blob([this.#words], { type: "text/plain;charset=utf-8" }), `${this.letter.file}.txt`);
    }

    async #pdf(): Promise<void> {
      this.busy = true;
      this.trouble = "";
      try {
        const answer = objectOf(await this.ask("/api/letters/pdf", { text: this.#words }));
        const bytes = Uint8Array.from(atob(textOf(answer["data"])), (sign) => sign.charCodeAt(0));
        save(new Blob([bytes], { type: "application/pdf" }), `${this.letter.file}.pdf`);
      } catch (error) {
        this.trouble = error instanceof Error && error.message ? error.message : sayFor(this.reader)("letter.noPdf");
      } finally {
        this.busy = false;
      }
    }

    /** Prints this letter alone. */
    #print(): void {
      const page = document.documentElement;
      page.dataset["print"] = this.letter.kind;
      window.addEventListener("afterprint", () => delete page.dataset["print"], { once: true });
      window.print();
    }
  }

  customElements.define("loket-letter", LetterCard);
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH);
}
