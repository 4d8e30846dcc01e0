/** Fields that a run is set up with and that may be changed while it goes on: how messages leave, the tools, the limits. */
import { shell } from "../shell.ts";
import { isMost, LIMITS, type Limits, type Mode } from "./options.ts";
import type { ScenarioTool } from "./scenario.ts";
import type { Key } from "./words.ts";

const { html, nothing } = shell;

type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

export function modeFields(chosen: Mode, say: Say, choose: (mode: Mode) => void): unknown {
  return html`<fieldset class="field wb-modes">
    <legend>${say("mode.title")}</legend>
    ${(["approve", "auto"] as const).map(
      (mode) =>
        html`<label class="wb-mode">
          <input type="radio" name="wb-mode" .checked=${chosen === mode} @change=${() => choose(mode)} />
          <span
            ><strong>${say(`mode.${mode}`)}</strong
            ><span class="wb-about quiet">${say(`mode.${mode}.hint`)}</span></span
          >
        </label>`,
    )}
  </fieldset>`;
}

/** `choose` is told the names that are ticked, in their order. */
export function toolFields(
  tools: readonly ScenarioTool[],
  on: ReadonlySet<string>,
  say: Say,
  choose: (names: readonly string[]) => void,
): unknown {
  const names = tools.map(({ name }) => name);
  const all = names.every((name) => on.has(name));
  const tick = (ticked: string): void => choose(names.filter((name) => (name === ticked) !== on.has(name)));
  return html`<fieldset class="field wb-tools">
    <legend>${say("tools.title", { on: on.size, count: names.length })}</legend>
    <p class="hint">${say("tools.hint")}</p>
    <button type="button" class="plain" @click=${() => choose(all ? [] : names)}>
      ${say(all ? "tools.clear" : "tools.all")}
    </button>
    ${tools.map(
      ({ name, description, ends }) =>
        html`<label class="wb-tool">
          <input type="checkbox" .checked=${on.has(name)} @change=${() => tick(name)} />
          <span
            ><code>${name}</code> ${ends ? html`<span class="pill ${ends}">${say("tools.ends")}</span>` : nothing}
            <span class="wb-about quiet">${description}</span></span
          >
        </label>`,
    )}
  </fieldset>`;
}

/** How far a run may go; an empty field is no limit. */
export function limitFields(limits: Limits, say: Say, choose: (limits: Limits) => void): unknown {
  const set = (name: keyof Limits, value: string): void => {
    const { [name]: _before, ...others } = limits;
    if (value === "") choose(others);
    else if (isMost(name, Number(value))) choose({ ...others, [name]: Number(value) });
  };
  return html`<fieldset class="field wb-limits">
    <legend>${say("limits.title")}</legend>
    <p class="hint" id="wb-limits-hint">${say("limits.hint")}</p>
    ${LIMITS.map(
      (name) =>
        html`<label class="wb-limit">
            <input
              type="number"
              min=${name === "messages" ? 1 : 0.001}
              step=${name === "messages" ? 1 : "any"}
              inputmode=${name === "messages" ? "numeric" : "decimal"}
              aria-describedby="wb-limits-hint"
              .value=${String(limits[name] ?? "")}
              @change=${({ target }: Event) => {
                const { validity, value } = target as HTMLInputElement;
                if (validity.valid) set(name, value);
              }}
            />
            <span>${say(`limits.${name}`)}</span>
          </label>
          <p class="field-error wb-limit-wrong">
            ${say(name === "messages" ? "limits.wrong.whole" : "limits.wrong")}
          </p>`,
    )}
  </fieldset>`;
}

/** One of several; `hint` says what it is for. */
export function choiceField(
  name: string,
  [label, hint]: readonly [string, string],
  options: readonly (readonly [string, string])[],
  chosen: string,
  choose: (value: string) => void,
): unknown {
  return html`<div class="field">
    <label for="wb-${name}">${label}</label>
    ${hint ? html`<p class="hint" id="wb-${name}-hint">${hint}</p>` : nothing}
    <select
      id="wb-${name}"
      aria-describedby=${hint ? `wb-${name}-hint` : nothing}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
    >
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select>
  </div>`;
}
