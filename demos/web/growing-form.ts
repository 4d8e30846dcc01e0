/** The form that grows: what is filled in is told a moment after the typing stops, and fields come and go with it. */
import { type Drawn, type Json, type JsonObject, type Place, shell } from "./shell.ts";
import { arrived } from "./blocks.ts";
import { sayFor } from "./words.ts";

const PAUSE = 400;
/** The step during which more may be typed and told. */
const GROWING = "extend_form";

type Given = Readonly<Record<string, unknown>>;

/** Makes the element `<loket-growing-form>`. */
export function defineGrowingForm(): void {
  if (customElements.get("loket-growing-form")) return;
  const { html, nothing, LitElement } = shell;
  const { isObject, listOf, objectOf, textOf } = shell.json;

  class GrowingForm extends LitElement {
    static override properties = { given: { attribute: false }, place: { attribute: false } };
    declare given: Given;
    declare place: Place;
    #timer = 0;
    #handedIn = false;
    /** What had been found of the form before it was handed in. */
    #before: unknown;

    protected override createRenderRoot(): this {
      return this;
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      window.clearTimeout(this.#timer);
    }

    get #values(): JsonObject {
      return objectOf(this.given["values"] as Json);
    }

    get #status(): JsonObject {
      return objectOf(this.given["status"] as Json);
    }

    /** Work that what is typed now would end. */
    get #busy(): boolean {
      return this.#status["loading"] === true && this.#status["step"] !== GROWING;
    }

    override render(): unknown {
      const form = objectOf(this.given["form"] as Json);
      const fields = listOf(form["fields"]).filter(isObject);
      if (fields.length === 0) return nothing;
      const { note, reader, tongue } = this.place;
      const wrong = this.#wrong();
      return html`${note}
        <form novalidate class="card form growing" lang=${tongue} @submit=${(event: Event) => this.#submit(event)}>
          <h2>${textOf(form["title"])}</h2>
          <p>${textOf(form["description"])}</p>
          ${
            wrong.size === 0
              ? nothing
              : html`<div class="box error summary" tabindex="-1" role="alert">
                  <p lang=${reader.language}><strong>${sayFor(reader)("grown.wrong")}</strong></p>
                  <ul>
                    ${fields
                      .filter(({ id }) => wrong.has(textOf(id)))
                      .map((field) => html`<li>${this.#wayTo(field, wrong.get(textOf(field["id"])) ?? "")}</li>`)}
                  </ul>
                </div>`
          }
          ${fields.map((field) => this.#field(field, wrong.get(textOf(field["id"])) ?? ""))}
          <div class="buttons">
            <button type="submit" class="primary" ?disabled=${this.#busy}>${textOf(form["submitLabel"])}</button>
          </div>
        </form>`;
    }

    #wayTo({ id, label }: JsonObject, error: string): Drawn {
      const field = `grown-${textOf(id)}`;
      const go = (event: Event): void => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      };
      return html`<a href="#${field}" @click=${go}>${textOf(label)}: ${error}</a>`;
    }

    #wrong(): Map<string, string> {
      const errors = listOf(objectOf(this.given["checked"] as Json)["errors"]).filter(isObject);
      return new Map(errors.map(({ field, message }) => [textOf(field), textOf(message)]));
    }

    #field(field: JsonObject, error: string): Drawn {
      const id = `grown-${textOf(field["id"])}`;
      const { reader } = this.place;
      const badge = textOf(field["badge"]);
      return html`<div class="field ${error ? "wrong" : ""}">
        <label for=${id}
          ><span>${textOf(field["label"])}</span>${
            field["required"] === true
              ? nothing
              : html` <span class="optional" lang=${reader.language}>${reader.say("field.optional")}</span>`
          }${badge ? html` <span class="pill">${badge}</span>` : nothing}</label
        >
        ${this.#input(field, id, error)}
        ${error ? html`<p class="field-error" id="${id}-error">${shell.draw.iconOf("alert")}<span>${error}</span></p>` : nothing}
      </div>`;
    }

    #input(field: JsonObject, id: string, error: string): Drawn {
      const value = textOf(this.#values[textOf(field["id"])]);
      const [type, most] = [textOf(field["type"]), Number(field["maxLength"]) || 4000];
      const typed = (event: Event): void =>
        this.#typed(
          textOf(field["id"]),
          (event.target as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement).value,
        );
      const [invalid, about] = [error ? "true" : nothing, error ? `${id}-error` : nothing];
      if (type === "textarea")
        return html`<textarea
          id=${id}
          rows="4"
          maxlength=${most}
          aria-invalid=${invalid}
          aria-describedby=${about}
          .value=${value}
          @input=${typed}
        ></textarea>`;
      if (type === "select")
        return html`<select id=${id} aria-invalid=${invalid} aria-describedby=${about} @change=${typed}>
          <option value="" ?selected=${value === ""}>${sayFor(this.place.reader)("grown.choose")}</option>
          ${listOf(field["options"]).map((option) => html`<option ?selected=${option === value}>${textOf(option)}</option>`)}
        </select>`;
      if (!["email", "date", "number"].includes(type))
        return html`<textarea
          id=${id}
          class="one-line"
          rows="1"
          autocomplete="off"
          placeholder=${textOf(field["placeholder"]) || nothing}
          maxlength=${most}
          aria-invalid=${invalid}
          aria-describedby=${about}
          .value=${value}
          @keydown=${shell.draw.sendsOnEnter}
          @input=${typed}
        ></textarea>`;
      return html`<input
        id=${id}
        type=${type === "email" || type === "date" ? type : "text"}
        inputmode=${type === "number" ? "decimal" : nothing}
        autocomplete=${type === "email" ? "email" : "off"}
        placeholder=${textOf(field["placeholder"]) || nothing}
        maxlength=${type === "date" ? nothing : most}
        aria-invalid=${invalid}
        aria-describedby=${about}
        .value=${value}
        @input=${typed}
      />`;
    }

    #typed(id: string, value: string): void {
      (this.given["setValues"] as (values: JsonObject) => void)({ ...this.#values, [id]: value });
      this.#soon();
    }

    #soon(): void {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        if (this.#busy) this.#soon();
        else this.#tell("genui_form/change");
      }, PAUSE);
    }

    #tell(name: string): void {
      const formId = textOf(objectOf(this.given["form"] as Json)["formId"]);
      void this.place.act(name, { formId, query: textOf(this.given["query"] as Json), values: this.#values });
    }

    #submit(event: Event): void {
      event.preventDefault();
      if (this.#busy) return;
      window.clearTimeout(this.#timer);
      this.#handedIn = true;
      this.#before = this.given["checked"];
      this.#tell("genui_form/submit");
    }

    /** What is wrong, or else what can be done now, is heard and seen as soon as it is known. */
    override updated(): void {
      if (!this.#handedIn || this.#status["loading"] === true) return;
      const summary = this.querySelector<HTMLElement>(".summary");
      if (summary) [this.#handedIn] = [false, summary.focus()];
      else if (this.given["checked"] !== this.#before) {
        this.#handedIn = false;
        const page = this.closest("loket-surface-view");
        if (page) requestAnimationFrame(arrived.bind(null, page));
      }
    }
  }

  customElements.define("loket-growing-form", GrowingForm);
}
