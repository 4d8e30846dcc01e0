/** What is still open in the person's own letter: each place a question to answer there; the letter is made with it. */
import { holdTyped } from "./letter-card.ts";
import { type Drawn, type Json, type JsonObject, type Place, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

type Given = Readonly<Record<string, unknown>>;

/** The fields that are answered here; the others are filled in in the letter. */
const ASKED: Readonly<Record<string, "date" | "choice" | "ticks" | "text" | "words">> = {
  besluit: "choice",
  wie: "text",
  redenen: "ticks",
  datum: "date",
  bedrag: "choice",
  reden: "words",
  te_laat: "words",
  kenmerk: "text",
  adres: "text",
};
const LONGEST_REASON = 4000;
const LONGEST_FACT = 60;
const LONGEST_NAME = 120;
const NAMES: readonly string[] = ["wie", "adres"];

/** Makes the element `<loket-open-places>`. */
export function defineOpenPlaces(): void {
  if (customElements.get("loket-open-places")) return;
  const { html, nothing, LitElement } = shell;
  const { isObject, listOf, objectOf, textOf } = shell.json;

  class OpenPlaces extends LitElement {
    static override properties = {
      given: { attribute: false },
      place: { attribute: false },
      phase: { state: true },
    };
    declare given: Given;
    declare place: Place;
    /** How far the letter is that was asked for last. */
    declare phase: "" | "open.busy" | "open.done" | "open.failed";
    /** What was open last: it stays, with the focus, while the letter is made again. */
    #last: readonly JsonObject[] = [];
    #before: unknown;
    /** There was one in the newest answer. */
    #letter = true;
    /** The run that was asked for is on its way: when it ends without a letter, it failed. */
    #began = false;

    constructor() {
      super();
      this.phase = "";
    }

    protected override createRenderRoot(): this {
      return this;
    }

    get #busy(): boolean {
      return this.given["busy"] === true;
    }

    #places(): readonly JsonObject[] {
      const found = this.#open();
      if (found === undefined && (this.phase === "open.busy" || this.phase === "open.failed")) return this.#last;
      this.#last = listOf(found).filter(isObject);
      return this.#last;
    }

    /** What the newest answer leaves open; undefined while there is none. */
    #open(): Json | undefined {
      const results = listOf(this.given["results"] as Json).filter(isObject);
      return results.map((raw) => objectOf(raw["overview"])["invullen"]).find((one) => one !== undefined);
    }

    /** There is a letter to go on with: it is not when the person must be asked first whether there can be one. */
    #made(): boolean {
      const results = listOf(this.given["results"] as Json).filter(isObject);
      this.#letter = results.length > 0 ? results.some((raw) => textOf(raw["objection_letter"]) !== "") : this.#letter;
      return this.#letter;
    }

    override willUpdate(): void {
      if (this.phase !== "open.busy") return;
      const renewed = this.#open() !== undefined && this.given["results"] !== this.#before;
      if (renewed && !this.#busy) this.phase = "open.done";
      else if (this.#began && !this.#busy) this.phase = "open.failed";
      this.#began ||= this.#busy;
    }

    override render(): unknown {
      const places = this.#places();
      if (places.length === 0) return nothing;
      const { note, reader, tongue } = this.place;
      const say = sayFor(reader);
      const made = this.#made();
      const asked = places.some(({ veld }) => textOf(veld) in ASKED);
      return html`<form
        class="card form open-places"
        lang=${tongue}
        @submit=${(event: Event) => void this.#submit(event)}
      >
        <h2 lang=${reader.language}>${say(made ? "open.title" : "open.first")}</h2>
        ${asked ? html`<p class="hint" lang=${reader.language}>${say(made ? "open.hint" : "open.first.hint")}</p>` : nothing}
        ${note} ${places.map((one) => this.#question(one))}
        ${
          asked
            ? html`<div class="buttons" lang=${reader.language}>
                <button type="submit" aria-disabled=${this.#busy ? "true" : "false"}>
                  ${say(made ? "open.again" : "open.make")}
                </button>
              </div>`
            : nothing
        }
        <p class=${this.phase ? "" : "sr-only"} role="status" lang=${reader.language}>
          ${this.phase ? say(this.phase === "open.done" && !made ? "open.noLetter" : this.phase) : nothing}
        </p>
      </form>`;
    }

    #question(one: JsonObject): Drawn {
      const [name, text] = [textOf(one["veld"]), textOf(one["vraag"])];
      const [kind, answer] = [ASKED[name], textOf(one["antwoord"]) || textOf(one["gelezen"])];
      const choices = listOf(one["keuzes"]).map(textOf);
      const { language } = this.place.reader;
      if (kind === "ticks") return this.#ticks(name, text, choices, listOf(one["gekozen"]).map(textOf));
      if (choices.length > 0) return this.#choice(name, text, choices, answer);
      if (kind === undefined || kind === "choice")
        return html`<p>
          ${text} <span class="quiet" lang=${language}>${sayFor(this.place.reader)("open.inLetter")}</span>
        </p>`;
      const id = `open-${name}`;
      return html`<div class="field">
        <label for=${id}>${text}</label>
        ${
          kind === "words"
            ? html`<textarea id=${id} name=${name} rows="4" maxlength=${LONGEST_REASON} .value=${answer}></textarea>`
            : html`<input
                id=${id}
                name=${name}
                type=${kind}
                autocomplete="off"
                maxlength=${kind === "date" ? nothing : NAMES.includes(name) ? LONGEST_NAME : LONGEST_FACT}
                max=${kind === "date" ? new Date().toLocaleDateString("sv") : nothing}
                .value=${answer}
              />`
        }
      </div>`;
    }

    #ticks(name: string, text: string, choices: readonly string[], chosen: readonly string[]): Drawn {
      return html`<fieldset class="field">
        <legend>${text}</legend>
        ${choices.map(
          (choice) =>
            html`<label class="tick"
              ><input type="checkbox" name=${name} value=${choice} .checked=${chosen.includes(choice)} />
              <q>${choice}</q></label
            >`,
        )}
      </fieldset>`;
    }

    #choice(name: string, text: string, choices: readonly string[], answer: string): Drawn {
      const none = sayFor(this.place.reader)("open.none");
      return html`<fieldset class="field">
        <legend>${text}</legend>
        ${[...choices, ""].map(
          (choice) =>
            html`<label class="tick"
              ><input type="radio" name=${name} value=${choice} .checked=${choice === answer} />
              <span lang=${choice ? nothing : this.place.reader.language}>${choice || none}</span></label
            >`,
        )}
      </fieldset>`;
    }

    /** All answers that there are: what was cleared is open again. */
    async #submit(event: Event): Promise<void> {
      event.preventDefault();
      if (this.#busy) return;
      const data = new FormData(event.target as HTMLFormElement);
      const read = new Map(this.#places().map((one) => [textOf(one["veld"]), textOf(one["gelezen"])]));
      const told = (name: string, value: unknown): boolean => value !== "" && value !== read.get(name);
      const filled = [...data].filter(([name, value]) => told(name, value) && ASKED[name] !== "ticks");
      const ticked = this.#places().flatMap(({ veld }) => (ASKED[textOf(veld)] === "ticks" ? [textOf(veld)] : []));
      const answers = Object.fromEntries([...filled, ...ticked.map((name) => [name, data.getAll(name)])]) as JsonObject;
      holdTyped();
      [this.#before, this.phase, this.#began] = [this.given["results"], "open.busy", false];
      try {
        const sent = { text: textOf(this.given["text"] as Json), antwoorden: answers };
        if (!(await this.place.act("bezwaar/analyse", sent))) this.phase = "open.failed";
      } catch {
        this.phase = "open.failed";
      }
    }
  }

  customElements.define("loket-open-places", OpenPlaces);
}
