/** A form: checks its fields before it sends and says above what is wrong. */
import { html, nothing } from "lit";
import { z } from "zod";
import { uniqueId } from "../elements/unique-id.ts";
import { Act, Children, Common, Flag, Words } from "./api.ts";
import { TextFieldPart } from "./fields.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

const Form = {
  name: "Form",
  tagName: "loket-form",
  schema: z
    .object({
      ...Common,
      children: Children,
      label: Words,
      submit: Words,
      action: Act,
      busy: Flag.optional(),
      reset: Words.optional(),
      resetAction: Act.optional(),
    })
    .strict(),
};

interface Wrong {
  readonly id: string;
  readonly text: string;
}

class FormPart extends Part<typeof Form> {
  protected override readonly api = Form;
  readonly #id = uniqueId("form");
  #wrong: readonly Wrong[] = [];
  /** The person pressed the button of this form: it gets the focus back when it can be used again. */
  #pressed = false;
  #busy = false;

  protected override draw(props: Props<typeof Form>): Drawn {
    const busy = props.busy === true;
    return html`<form
      novalidate
      class="card form"
      aria-label=${props.label ?? nothing}
      @submit=${(event: Event) => this.#submit(event, props)}
    >
      ${this.#summary()} ${this.nodes(props.children)}
      <div class="buttons">
        <button type="submit" class="primary" lang=${langOf(props.submit)} ?disabled=${busy}>
          ${props.submit ?? ""}
        </button>
        ${
          props.reset
            ? html`<button
                type="button"
                lang=${langOf(props.reset)}
                ?disabled=${busy}
                @click=${() => this.#clear(props)}
              >
                ${props.reset}
              </button>`
            : nothing
        }
      </div>
      ${props.reset ? this.#dialog(props) : nothing}
    </form>`;
  }

  /** Clearing takes form and answer, and nothing brings them back. */
  #dialog(props: Props<typeof Form>): Drawn {
    const sure = (): void => {
      this.querySelector("dialog")?.close();
      this.#reset(props);
    };
    return html`<dialog aria-labelledby="${this.#id}-title" aria-describedby="${this.#id}-text">
      <h2 id="${this.#id}-title">${this.say("clear.title")}</h2>
      <p id="${this.#id}-text">${this.say("clear.text")}</p>
      <div class="buttons">
        <button type="button" @click=${() => this.querySelector("dialog")?.close()}>${this.say("delete.keep")}</button>
        <button type="button" class="danger" lang=${langOf(props.reset)} @click=${sure}>${props.reset}</button>
      </div>
    </dialog>`;
  }

  override updated(): void {
    const busy = this.controller.props.busy === true;
    if (this.#busy && !busy && this.#pressed && document.activeElement === document.body) {
      this.querySelector<HTMLButtonElement>("button[type=submit]")?.focus({ preventScroll: true });
    }
    if (!busy && this.#busy) this.#pressed = false;
    this.#busy = busy;
  }

  #summary(): Drawn {
    if (this.#wrong.length === 0) return nothing;
    return html`<div class="box error summary" tabindex="-1" role="alert">
      <p><strong>${this.say("form.wrong")}</strong></p>
      <ul>
        ${this.#wrong.map(({ id, text }) => html`<li><a href="#${id}" @click=${(event: Event) => goTo(event, id)}>${text}</a></li>`)}
      </ul>
    </div>`;
  }

  #submit(event: Event, props: Props<typeof Form>): void {
    event.preventDefault();
    if (props.busy === true) return;
    this.#wrong = [...this.querySelectorAll<HTMLElement>("[aria-invalid=true]")].map((input) => ({
      id: input.id,
      text: [labelOf(input), this.querySelector(`#${input.id}-error`)?.textContent?.trim()].filter(Boolean).join(": "),
    }));
    this.requestUpdate();
    if (this.#wrong.length > 0) {
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(".summary")?.focus());
      return;
    }
    this.#pressed = true;
    this.app?.surfaces?.settle(this.context.dataContext.surface.id);
    props.action();
    requestAnimationFrame(() => this.#reveal()); // when the status is as high as it is at work
  }

  /** Where the status leaves no room for what comes below it (on a phone), or is out of sight (above a long form), the
   * page goes to it: the reader asked for news. */
  #reveal(): void {
    const status = this.closest("loket-surface-view")?.querySelector("loket-status-panel");
    const { top, bottom } = status?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (!status || (top >= 0 && bottom <= window.innerHeight / 2)) return;
    // At once: a movement would be cut short by the first answer that comes.
    status.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Asks first where there is something to lose. */
  #clear(props: Props<typeof Form>): void {
    const { surfaces } = this.app ?? {};
    if (surfaces?.isFresh(this.context.dataContext.surface.id)) this.#reset(props);
    else this.querySelector("dialog")?.showModal();
  }

  #reset(props: Props<typeof Form>): void {
    this.#wrong = [];
    for (const field of this.querySelectorAll("loket-text-field")) if (field instanceof TextFieldPart) field.forget();
    this.app?.surfaces?.restart(this.context.dataContext.surface.id);
    props.resetAction?.();
    this.requestUpdate();
  }
}

function labelOf(input: HTMLElement): string {
  return input.closest(".field")?.querySelector("label > span")?.textContent?.trim() ?? "";
}

function goTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

export const form = entry(Form, FormPart);
