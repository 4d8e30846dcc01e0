/** Inputs that anyone can use: a label above, a hint under it, the error under the field, all tied together. */
import { CheckBoxApi, TextFieldApi } from "@a2ui/web_core/v0_9";
import { html, nothing } from "lit";
import { z } from "zod";
import { iconOf } from "../elements/icons.ts";
import { sendsOnEnter } from "../elements/one-line.ts";
import { uniqueId } from "../elements/unique-id.ts";
import { DynamicScalar, Words } from "./api.ts";
import { amountOf, written } from "./amount.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

/** What stands around an input. */
export interface Frame {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  readonly optional: string;
}

export function describedBy({ id, hint, error }: Frame): string | typeof nothing {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || nothing;
}

function errorLine({ id, error }: Frame): Drawn {
  return error ? html`<p class="field-error" id="${id}-error">${iconOf("alert")}<span>${error}</span></p>` : nothing;
}

export function framed(frame: Frame, input: Drawn): Drawn {
  return html`<div class="field ${frame.error ? "wrong" : ""}">
    <label for=${frame.id}
      ><span lang=${langOf(frame.label)}>${frame.label}</span
      >${frame.optional ? html` <span class="optional">${frame.optional}</span>` : nothing}</label
    >
    ${frame.hint ? html`<p class="hint" id="${frame.id}-hint" lang=${langOf(frame.hint)}>${frame.hint}</p>` : nothing}
    ${input} ${errorLine(frame)}
  </div>`;
}

export const Extra = { hint: Words.optional(), optional: z.boolean().optional() };

const TextField = {
  ...TextFieldApi,
  tagName: "loket-text-field",
  schema: TextFieldApi.schema.extend({
    ...Extra,
    value: DynamicScalar.optional(),
    unit: z.string().optional(),
    limit: z.number().int().positive().optional(),
    rows: z.number().int().positive().optional(),
  }),
};

export class TextFieldPart extends Part<typeof TextField> {
  protected override readonly api = TextField;
  readonly #id = uniqueId("field");
  /** What was typed and is no amount yet; the model keeps what it had. */
  #typed: string | null = null;

  protected override draw(props: Props<typeof TextField>): Drawn {
    const value = props.value ?? "";
    const shown = this.#typed ?? (props.variant === "number" ? written(value, props.unit) : String(value));
    const frame: Frame = {
      id: this.#id,
      label: props.label ?? "",
      hint: props.hint ?? "",
      error: this.#error(props, shown),
      optional: props.optional ? this.say("field.optional") : "",
    };
    return framed(
      frame,
      props.variant === "longText" ? this.#long(props, frame, shown) : this.#line(props, frame, shown),
    );
  }

  #error(props: Props<typeof TextField>, shown: string): string {
    if (props.variant === "number" && shown && amountOf(shown) === null) return this.say("field.amount");
    if (props.limit && shown.length > props.limit) {
      return this.say("field.tooLong", { limit: props.limit, over: shown.length - props.limit });
    }
    return props.validationErrors?.[0] ?? "";
  }

  /** What is written in words grows with them: a long question is read as a whole on a phone, too. */
  #line(props: Props<typeof TextField>, frame: Frame, shown: string): Drawn {
    const number = props.variant === "number";
    if (!number && props.variant !== "obscured")
      return html`<textarea
        id=${frame.id}
        class="one-line"
        rows="1"
        autocomplete="off"
        .value=${shown}
        aria-invalid=${frame.error ? "true" : nothing}
        aria-describedby=${describedBy(frame)}
        @keydown=${sendsOnEnter}
        @input=${(event: Event) => this.#input(props, event)}
      ></textarea>`;
    return html`<span class="with-unit">
      ${props.unit ? html`<span class="unit" aria-hidden="true">${props.unit}</span>` : nothing}
      <input
        id=${frame.id}
        type=${number ? "text" : "password"}
        inputmode=${number ? "decimal" : "text"}
        autocomplete="off"
        .value=${shown}
        aria-invalid=${frame.error ? "true" : nothing}
        aria-describedby=${describedBy(frame)}
        @input=${(event: Event) => this.#input(props, event)}
      />
    </span>`;
  }

  #long(props: Props<typeof TextField>, frame: Frame, shown: string): Drawn {
    const limit = props.limit ?? 0;
    return html`<textarea
        id=${frame.id}
        rows=${props.rows ?? 8}
        .value=${shown}
        aria-invalid=${frame.error ? "true" : nothing}
        aria-describedby=${describedBy(frame)}
        @input=${(event: Event) => this.#input(props, event)}
      ></textarea>
      ${
        limit
          ? html`<p class="counter quiet">
              ${this.say("field.counter", { count: this.#count(shown.length), limit: this.#count(limit) })}
            </p>`
          : nothing
      }`;
  }

  #count(value: number): string {
    return value.toLocaleString(this.app?.settings.language ?? "nl");
  }

  #input(props: Props<typeof TextField>, event: Event): void {
    const text = (event.target as HTMLInputElement | HTMLTextAreaElement).value;
    if (props.variant !== "number") {
      props.setValue(text);
      return;
    }
    const amount = text.trim() === "" ? "" : amountOf(text);
    this.#typed = text;
    if (amount !== null) props.setValue(amount);
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Once left, an amount is written the way it was understood.
    this.addEventListener("focusout", () => {
      if (this.#typed === null || (this.#typed.trim() !== "" && amountOf(this.#typed) === null)) return;
      this.#typed = null;
      this.requestUpdate();
    });
  }

  /** The form is emptied: what was typed and not understood goes, too. */
  forget(): void {
    this.#typed = null;
    this.requestUpdate();
  }
}

const CheckBox = { ...CheckBoxApi, tagName: "loket-check-box", schema: CheckBoxApi.schema.extend(Extra) };

class CheckBoxPart extends Part<typeof CheckBox> {
  protected override readonly api = CheckBox;
  readonly #id = uniqueId("check");

  protected override draw({ label, value, hint, setValue }: Props<typeof CheckBox>): Drawn {
    return html`<div class="field tick">
      <input
        id=${this.#id}
        type="checkbox"
        .checked=${value === true}
        aria-describedby=${hint ? `${this.#id}-hint` : nothing}
        @change=${(event: Event) => setValue((event.target as HTMLInputElement).checked)}
      />
      <label for=${this.#id} lang=${langOf(label)}>${label ?? ""}</label>
      ${hint ? html`<p class="hint" id="${this.#id}-hint" lang=${langOf(hint)}>${hint}</p>` : nothing}
    </div>`;
  }
}

export const textField = entry(TextField, TextFieldPart);
export const checkBox = entry(CheckBox, CheckBoxPart);
