/** What is chosen from: one of a few, some of a few, one of a longer list. */
import { ChoicePickerApi } from "@a2ui/web_core/v0_9";
import { html, nothing } from "lit";
import { z } from "zod";
import { uniqueId } from "../elements/unique-id.ts";
import { Common, DynamicScalar, Words } from "./api.ts";
import { describedBy, Extra, type Frame, framed } from "./fields.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

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

/** `without`: the value of an option that is not offered, as it is chosen elsewhere. */
const ChoicePicker = {
  ...ChoicePickerApi,
  tagName: "loket-choice-picker",
  schema: ChoicePickerApi.schema.extend({ without: DynamicScalar.optional() }),
};

class ChoicePickerPart extends Part<typeof ChoicePicker> {
  protected override readonly api = ChoicePicker;
  readonly #id = uniqueId("choice");

  protected override draw({ label, options, value, variant, without, setValue }: Props<typeof ChoicePicker>): Drawn {
    const chosen = Array.isArray(value) ? value : [];
    const offered = (options ?? []).filter((one) => without === undefined || one.value !== without);
    const several = variant === "multipleSelection";
    const pick = (picked: string, on: boolean): void =>
      setValue(several ? [...chosen.filter((one) => one !== picked), ...(on ? [picked] : [])] : [picked]);
    return group(this.#id, label ?? "", "", choices(this.#id, offered, chosen, several ? "checkbox" : "radio", pick));
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

export const radioGroup = entry(RadioGroup, RadioGroupPart);
export const choicePicker = entry(ChoicePicker, ChoicePickerPart);
export const selectField = entry(SelectField, SelectPart);
