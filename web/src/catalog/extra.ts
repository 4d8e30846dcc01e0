/** The other inputs and containers of the basic catalog, made accessible, so that foreign surfaces work here, too. */
import { DateTimeInputApi, SliderApi, TabsApi } from "@a2ui/web_core/v0_9";
import { html } from "lit";
import { uniqueId } from "../elements/unique-id.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

const Slider = { ...SliderApi, tagName: "loket-slider" };

class SliderPart extends Part<typeof Slider> {
  protected override readonly api = Slider;
  readonly #id = uniqueId("slider");

  protected override draw({ label, min, max, value, setValue }: Props<typeof Slider>): Drawn {
    return html`<div class="field">
      <label for=${this.#id} lang=${langOf(label)}>${label ?? ""}</label>
      <input
        id=${this.#id}
        type="range"
        min=${min ?? 0}
        max=${max}
        .value=${String(value ?? 0)}
        @input=${(event: Event) => setValue((event.target as HTMLInputElement).valueAsNumber)}
      />
      <output for=${this.#id}>${value ?? 0}</output>
    </div>`;
  }
}

const DateTimeInput = { ...DateTimeInputApi, tagName: "loket-date-time" };

class DateTimePart extends Part<typeof DateTimeInput> {
  protected override readonly api = DateTimeInput;
  readonly #id = uniqueId("date");

  protected override draw({ label, value, enableDate, enableTime, setValue }: Props<typeof DateTimeInput>): Drawn {
    const type = enableTime && enableDate ? "datetime-local" : enableTime ? "time" : "date";
    return html`<div class="field">
      <label for=${this.#id} lang=${langOf(label)}>${label ?? ""}</label>
      <input
        id=${this.#id}
        type=${type}
        .value=${String(value ?? "")}
        @change=${(event: Event) => setValue((event.target as HTMLInputElement).value)}
      />
    </div>`;
  }
}

const Tabs = { ...TabsApi, tagName: "loket-tabs" };

class TabsPart extends Part<typeof Tabs> {
  protected override readonly api = Tabs;
  readonly #id = uniqueId("tabs");
  #shown = 0;

  protected override draw({ tabs }: Props<typeof Tabs>): Drawn {
    const shown = Math.min(this.#shown, tabs.length - 1);
    return html`<div class="tabs">
      <div role="tablist" @keydown=${(event: KeyboardEvent) => this.#key(event, tabs.length)}>
        ${tabs.map(
          (tab, index) =>
            html`<button
              type="button"
              role="tab"
              id="${this.#id}-tab-${index}"
              aria-controls="${this.#id}-panel"
              aria-selected=${index === shown ? "true" : "false"}
              tabindex=${index === shown ? 0 : -1}
              @click=${() => this.#show(index)}
            >
              ${String(tab.title ?? "")}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="${this.#id}-panel" aria-labelledby="${this.#id}-tab-${shown}" tabindex="0">
        ${this.renderNode(tabs[shown]?.child)}
      </div>
    </div>`;
  }

  #key(event: KeyboardEvent, count: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#show((this.#shown + step + count) % count);
  }

  #show(index: number): void {
    this.#shown = index;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[aria-selected=true]")?.focus());
  }
}

export const slider = entry(Slider, SliderPart);
export const dateTimeInput = entry(DateTimeInput, DateTimePart);
export const tabs = entry(Tabs, TabsPart);
