/** Inputs that anyone can use: a label above, a hint under it, the error under the field, all tied together. */
import { CheckBoxApi, ChoicePickerApi, TextFieldApi } from "@a2ui/web_core/v0_9";
import { html, nothing } from "lit";
import { z } from "zod";
import { iconOf } from "../elements/icons.ts";
import { uniqueId } from "../elements/unique-id.ts";
import { Common, DynamicScalar, Words } from "./api.ts";
import { amountOf, written } from "./amount.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

/** What stands around an input. */
interface Frame {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  readonly optional: string;
}

function describedBy({ id, hint, error }: Frame): string | typeof nothing {
  return [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || nothing;
}

function errorLine({ id, error }: Frame): Drawn {
  return error ? html`<p class="field-error" id="${id}-error">${iconOf("alert")}<span>${error}</span></p>` : nothing;
}

function framed(frame: Frame, input: Drawn): Drawn {
  return html`<div class="field ${frame.error ? "wrong" : ""}">
    <label for=${frame.id}
      ><span lang=${langOf(frame.label)}>${frame.label}</span
      >${frame.optional ? html` <span class="optional">${frame.optional}</span>` : nothing}</label
    >
    ${frame.hint ? html`<p class="hint" id="${frame.id}-hint" lang=${langOf(frame.hint)}>${frame.hint}</p>` : nothing}
    ${input} ${errorLine(frame)}
  </div>`;
}

const Extra = { hint: Words.optional(), optional: z.boolean().optional() };

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

  #line(props: Props<typeof TextField>, frame: Frame, shown: string): Drawn {
    const number = props.variant === "number";
    return html`<span class="with-unit">
      ${props.unit ? html`<span class="unit" aria-hidden="true">${props.unit}</span>` : nothing}
      <input
        id=${frame.id}
        type=${props.variant === "obscured" ? "password" : "text"}
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

const Options = z.array(z.object({ label: Words, value: z.string(), hint: Words.optional() }).strict());

/** One of a few: radio buttons with a legend. The value is the chosen option's. */
const RadioGroup = {
  name: "RadioGroup",
  tagName: "loket-radio-group",
  schema: z.object({ ...Common, ...Extra, label: Words, options: Options, value: DynamicScalar }).strict(),
};

interface Option {
  readonly label?: unknown;
  readonly value: string;
}

function choices(
  id: string,
  options: readonly Option[],
  chosen: readonly string[],
  type: "radio" | "checkbox",
  pick: (value: string, on: boolean) => void,
): Drawn {
  return html`<div class="choices">
    ${options.map(
      ({ label, value }, index) =>
        html`<div class="tick">
          <input
            id="${id}-${index}"
            type=${type}
            name=${id}
            value=${value}
            .checked=${chosen.includes(value)}
            @change=${(event: Event) => pick(value, (event.target as HTMLInputElement).checked)}
          /><label for="${id}-${index}" lang=${langOf(label)}>${String(label ?? value)}</label>
        </div>`,
    )}
  </div>`;
}

function group(id: string, label: string, hint: string, body: Drawn): Drawn {
  return html`<fieldset class="field" aria-describedby=${hint ? `${id}-hint` : nothing}>
    <legend lang=${langOf(label)}>${label}</legend>
    ${hint ? html`<p class="hint" id="${id}-hint" lang=${langOf(hint)}>${hint}</p>` : nothing} ${body}
  </fieldset>`;
}

class RadioGroupPart extends Part<typeof RadioGroup> {
  protected override readonly api = RadioGroup;
  readonly #id = uniqueId("radio");

  protected override draw({ label, hint, options, value, setValue }: Props<typeof RadioGroup>): Drawn {
    const body = choices(this.#id, options ?? [], [String(value ?? "")], "radio", (picked) => setValue(picked));
    return group(this.#id, label ?? "", hint ?? "", body);
  }
}

const ChoicePicker = { ...ChoicePickerApi, tagName: "loket-choice-picker" };

class ChoicePickerPart extends Part<typeof ChoicePicker> {
  protected override readonly api = ChoicePicker;
  readonly #id = uniqueId("choice");

  protected override draw({ label, options, value, variant, setValue }: Props<typeof ChoicePicker>): Drawn {
    const chosen = Array.isArray(value) ? value : [];
    const several = variant === "multipleSelection";
    const pick = (picked: string, on: boolean): void =>
      setValue(several ? [...chosen.filter((one) => one !== picked), ...(on ? [picked] : [])] : [picked]);
    return group(
      this.#id,
      label ?? "",
      "",
      choices(this.#id, options ?? [], chosen, several ? "checkbox" : "radio", pick),
    );
  }
}

/** One of a longer list; `numbers` keeps a number in the model. */
const SelectField = {
  name: "Select",
  tagName: "loket-select",
  schema: z
    .object({
      ...Common,
      ...Extra,
      label: Words,
      options: Options,
      value: DynamicScalar,
      numbers: z.boolean().optional(),
    })
    .strict(),
};

class SelectPart extends Part<typeof SelectField> {
  protected override readonly api = SelectField;
  readonly #id = uniqueId("select");

  protected override draw(props: Props<typeof SelectField>): Drawn {
    const { label, hint, options, value, numbers, setValue } = props;
    const frame: Frame = { id: this.#id, label: label ?? "", hint: hint ?? "", error: "", optional: "" };
    const known = (options ?? []).some((option) => option.value === String(value));
    return framed(
      frame,
      html`<select
        id=${this.#id}
        aria-describedby=${describedBy(frame)}
        @change=${(event: Event) => {
          const picked = (event.target as HTMLSelectElement).value;
          setValue(numbers ? Number(picked) : picked);
        }}
      >
        ${known ? nothing : html`<option value=${String(value ?? "")} selected>${String(value ?? "")}</option>`}
        ${(options ?? []).map(
          (option) =>
            html`<option value=${option.value} ?selected=${option.value === String(value)}>
              ${String(option.label)}
            </option>`,
        )}
      </select>`,
    );
  }
}

export const textField = entry(TextField, TextFieldPart);
export const checkBox = entry(CheckBox, CheckBoxPart);
export const radioGroup = entry(RadioGroup, RadioGroupPart);
export const choicePicker = entry(ChoicePicker, ChoicePickerPart);
export const selectField = entry(SelectField, SelectPart);
