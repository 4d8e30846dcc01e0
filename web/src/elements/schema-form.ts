/** A form made from a JSON Schema: a field a property, errors under their field and summed up on top. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";
import { sendsOnEnter } from "./one-line.ts";
import { uniqueId } from "./unique-id.ts";
import { langIn } from "../i18n/tongue.ts";
import type { Json, JsonObject } from "../transport/json.ts";
import { type Field, fieldsOf, valueOf, type Wrong } from "./schema-fields.ts";

export class SchemaForm extends LightElement {
  static override properties = { schema: {}, label: {}, locale: {}, busy: { type: Boolean }, wrong: { state: true } };
  declare schema: JsonObject;
  declare label: string;
  /** The language of the schema's own words; "" when it is not known. */
  declare locale: string;
  declare busy: boolean;
  declare wrong: Readonly<Record<string, Wrong>>;
  readonly #here = new Here(this, (app) => [app.settings]);
  readonly #id = uniqueId("schema");

  constructor() {
    super();
    this.schema = {};
    this.label = "";
    this.locale = "";
    this.busy = false;
    this.wrong = {};
  }

  override render(): unknown {
    const { app } = this.#here;
    const fields = fieldsOf(this.schema);
    const errors = fields.filter((field) => this.wrong[field.name]);
    return html`<form class="schema-form" novalidate @submit=${this.#submit}>
      ${
        errors.length > 0
          ? html`<div class="box error" role="alert" tabindex="-1">
              <p><strong>${app.say("form.wrong")}</strong></p>
              <ul>
                ${errors.map((field) => html`<li><a href="#${this.#idOf(field)}" @click=${this.#jump}>${field.label}: ${this.#why(field)}</a></li>`)}
              </ul>
            </div>`
          : nothing
      }
      ${fields.map((field) => this.#field(field))}
      <button class="primary" ?disabled=${this.busy}>${this.label || app.say("chat.send")}</button>
    </form>`;
  }

  #field(field: Field): unknown {
    const { app } = this.#here;
    const id = this.#idOf(field);
    const wrong = this.wrong[field.name];
    return html`<div class="field ${wrong ? "wrong" : ""}">
      <label for=${id}
        ><span lang=${langIn(field.label, this.locale)}>${field.label}</span>${
          field.required ? nothing : html` <span class="optional">${app.say("field.optional")}</span>`
        }</label
      >
      ${field.hint ? html`<p class="hint" id="${id}-hint" lang=${langIn(field.hint, this.locale)}>${field.hint}</p>` : nothing}
      ${this.#input(field, id)}
      ${wrong ? html`<p class="field-error" id="${id}-error">${iconOf("alert")}<span>${this.#why(field)}</span></p>` : nothing}
    </div>`;
  }

  #input(field: Field, id: string): unknown {
    const { app } = this.#here;
    const wrong = this.wrong[field.name] !== undefined;
    const about = [field.hint ? `${id}-hint` : "", wrong ? `${id}-error` : ""].filter(Boolean).join(" ") || nothing;
    const invalid = wrong ? "true" : nothing;
    const options =
      field.kind === "yes"
        ? [
            { value: true, label: app.say("yes") },
            { value: false, label: app.say("no") },
          ]
        : field.options;
    if (options.length > 0) {
      return html`<select id=${id} name=${field.name} aria-describedby=${about} aria-invalid=${invalid}>
        <option value="" ?selected=${field.initial === ""}>${app.say("field.choose")}</option>
        ${options.map(
          (option) =>
            html`<option value=${String(option.value)} ?selected=${String(option.value) === field.initial}>
              ${option.label}
            </option>`,
        )}
      </select>`;
    }
    if (field.kind === "json")
      return html`<textarea
        id=${id}
        name=${field.name}
        rows="3"
        class="mono"
        aria-describedby=${about}
        aria-invalid=${invalid}
      >
${field.initial}</textarea>`;
    if (field.kind === "text")
      return html`<textarea
        id=${id}
        name=${field.name}
        class="one-line"
        rows="1"
        autocomplete="off"
        aria-describedby=${about}
        aria-invalid=${invalid}
        @keydown=${sendsOnEnter}
        .defaultValue=${field.initial}
      ></textarea>`;
    return html`<input
      id=${id}
      name=${field.name}
      type=${field.kind === "date" || field.kind === "email" ? field.kind : "text"}
      inputmode=${field.kind === "number" ? (field.whole ? "numeric" : "decimal") : nothing}
      value=${field.initial}
      autocomplete="off"
      aria-describedby=${about}
      aria-invalid=${invalid}
    />`;
  }

  #why(field: Field): string {
    return this.#here.app.say(`wrong.${this.wrong[field.name] ?? "missing"}`);
  }

  #idOf(field: Field): string {
    return `${this.#id}-${field.name}`;
  }

  /** The address of the page is the router's, so a link to a field is followed by hand. */
  readonly #jump = (event: Event): void => {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    this.querySelector<HTMLElement>(`#${CSS.escape(link.hash.slice(1))}`)?.focus();
  };

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const value: Record<string, Json> = {};
    const wrong: Record<string, Wrong> = {};
    for (const field of fieldsOf(this.schema)) {
      const read = valueOf(field, String(data.get(field.name) ?? ""));
      if (read.wrong) wrong[field.name] = read.wrong;
      else if (read.value !== undefined) value[field.name] = read.value;
    }
    this.wrong = wrong;
    if (Object.keys(wrong).length === 0) this.dispatchEvent(new CustomEvent("loket-form", { detail: value }));
    else void this.updateComplete.then(() => this.querySelector<HTMLElement>(".box.error")?.focus());
  };
}

customElements.define("loket-schema-form", SchemaForm);
