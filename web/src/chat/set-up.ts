/** What is asked of a person before a talk, step by step: each may be skipped, gone back to, and changed later. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { keyed } from "lit/directives/keyed.js";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { fieldsOf } from "../elements/schema-fields.ts";
import "../elements/schema-form.ts";
import { keepSetUp, keptSetUp, setUpOf } from "../state/set-up.ts";
import type { SetUpInfo, SetUpStep } from "../transport/assistant-info.ts";
import { Trouble } from "../transport/api.ts";
import { type JsonObject, objectOf, textOf } from "../transport/json.ts";

export class SetUpElement extends LightElement {
  static override properties = { at: { state: true }, given: { state: true }, failed: { state: true } };
  /** The step that is asked; null when none is. */
  declare at: number | null;
  declare given: JsonObject;
  /** The server did not take it. */
  declare failed: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app, app.conversation]);

  constructor() {
    super();
    this.at = null;
    this.given = {};
    this.failed = false;
  }

  override render(): unknown {
    const info = this.#here.app.about();
    if (!info?.setup) return nothing;
    const locale = info.setup.steps[info.locale] ? info.locale : (Object.keys(info.setup.steps)[0] ?? "");
    const steps = info.setup.steps[locale] ?? [];
    const before = !this.#here.app.conversation && keptSetUp(info.name) === null;
    const at = this.at ?? (before ? 0 : null);
    const step = at === null ? undefined : steps[at];
    return at !== null && step ? this.#step(step, at, steps.length, locale) : this.#line(info.setup, steps, locale);
  }

  #step(step: SetUpStep, at: number, count: number, locale: string): unknown {
    const { app } = this.#here;
    return html`<section class="card set-up" lang=${locale || nothing}>
      <p class="quiet" lang=${app.settings.language}>${app.say("setup.step", { step: at + 1, count })}</p>
      <h2 tabindex="-1">${step.title}</h2>
      ${step.hint ? html`<p>${step.hint}</p>` : nothing} ${this.#needs(step, locale)}
      ${keyed(
        at,
        html`<loket-schema-form
          .schema=${filled(step.fields, this.given)}
          .label=${app.say(at + 1 < count ? "setup.next" : "setup.done")}
          .locale=${locale}
          @loket-form=${(event: CustomEvent<JsonObject>) => this.#take(step, event.detail, at + 1, count)}
        ></loket-schema-form>`,
      )}
      ${this.failed ? html`<p class="field-error" role="alert">${app.say("trouble.refused")}</p>` : nothing}
      <div class="buttons" lang=${app.settings.language}>
        ${
          at > 0
            ? html`<button type="button" class="plain" @click=${() => void this.#go(at - 1)}>
                ${iconOf("back")}${app.say("setup.back")}
              </button>`
            : nothing
        }
        <button type="button" class="plain" @click=${() => this.#take(step, null, at + 1, count)}>
          ${app.say("setup.skip")}
        </button>
      </div>
    </section>`;
  }

  /** What must be chosen to go on is said before somebody tries. */
  #needs(step: SetUpStep, locale: string): unknown {
    const { app } = this.#here;
    const needed = fieldsOf(step.fields).filter((field) => field.required);
    if (needed.length === 0) return nothing;
    const fields = new Intl.ListFormat(locale).format(needed.map((field) => `“${field.label}”`));
    return html`<p class="quiet" lang=${app.settings.language}>${app.say("setup.needs", { fields })}</p>`;
  }

  /** What the talk goes by, in a line. */
  #line(setup: SetUpInfo, steps: readonly SetUpStep[], locale: string): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    const given = conversation ? setUpOf(conversation, setup) : (keptSetUp(app.about()?.name ?? "") ?? {});
    const words = steps
      .flatMap(({ fields }) => Object.keys(objectOf(fields["properties"] ?? null)))
      .map((name) => textOf(given[name]))
      .filter(Boolean);
    const change = (): void => {
      this.given = given;
      void this.#go(0);
    };
    return html`<p class="set-up-line">
      ${
        words.length > 0
          ? html`<span
              ><span class="sr-only">${app.say("setup.title")}: </span
              ><span lang=${locale || nothing}>${words.join(" · ")}</span></span
            >`
          : nothing
      }
      <button type="button" class="plain" @click=${change}>
        ${iconOf("edit")}${app.say(words.length > 0 ? "setup.change" : "setup.begin")}
      </button>
    </p>`;
  }

  #take(step: SetUpStep, detail: JsonObject | null, next: number, count: number): void {
    if (detail) {
      const names = Object.keys(objectOf(step.fields["properties"] ?? null));
      const rest = Object.entries(this.given).filter(([name]) => !names.includes(name));
      this.given = { ...Object.fromEntries(rest), ...detail };
    }
    if (next < count) void this.#go(next);
    else void this.#done();
  }

  async #done(): Promise<void> {
    const { app } = this.#here;
    const { conversation } = app;
    const info = app.about();
    if (!info?.setup) return;
    const language = info.setup.steps[info.locale] ? info.locale : Object.keys(info.setup.steps)[0];
    const given = { ...this.given, locale: language ?? "" };
    try {
      await conversation?.tell({ kind: "changed", settings: { [info.setup.setting]: given } });
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.failed = true;
      return;
    }
    keepSetUp(info.name, given);
    this.failed = false;
    this.at = null;
    await this.updateComplete;
    this.querySelector<HTMLElement>("button")?.focus();
  }

  async #go(at: number): Promise<void> {
    this.at = at;
    await this.updateComplete;
    this.querySelector<HTMLElement>("h2")?.focus();
  }
}

/** The fields as they were filled in. */
function filled(schema: JsonObject, given: JsonObject): JsonObject {
  const fields = Object.entries(objectOf(schema["properties"] ?? null)).map(([name, field]) => [
    name,
    name in given ? { ...objectOf(field), default: given[name] } : field,
  ]);
  return { ...schema, properties: Object.fromEntries(fields) as JsonObject };
}

customElements.define("loket-set-up", SetUpElement);
