/** How chosen files are drawn: the button that adds them, what each is called and how large, and how much went. */
import { html, nothing } from "lit";
import { iconOf } from "../elements/icons.ts";
import type { App } from "../state/app.ts";
import type { ChosenFiles } from "./chosen-files.ts";
import { sizeOf } from "./files.ts";

/** The button that opens the device's own choice of files. */
export function addButton(chosen: ChosenFiles, app: App, sending: boolean): unknown {
  const picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    chosen.add(input.files ?? []);
    // The same file can be chosen again after it was taken away.
    input.value = "";
  };
  return html`<label class="button composer-button add-file"
    >${iconOf("clip")}<span>${app.say("files.add")}</span
    ><input type="file" multiple ?disabled=${sending} @change=${picked}
  /></label>`;
}

/** The files above the words; `rest` is where the focus goes when a file was taken away. */
export function chosenList(chosen: ChosenFiles, app: App, sending: boolean, rest: () => void): unknown {
  const files = chosen.all;
  const remove = (file: File): void => {
    chosen.remove(file);
    rest();
  };
  const list = html`<ul class="chosen" aria-label=${app.say("files.chosen")}>
    ${files.map(
      (file) =>
        html`<li>
          <span class="chosen-name">${file.name}</span>
          <span class="quiet">${sizeOf(file.size, app.settings.language)}</span>
          <button
            type="button"
            class="plain icon-only"
            aria-label=${app.say("files.remove", { name: file.name })}
            ?disabled=${sending}
            @click=${() => remove(file)}
          >
            ${iconOf("close")}
          </button>
        </li>`,
    )}
  </ul>`;
  const going = html`<p class="chosen-going">
    <span>${app.say("files.sending")}</span>
    <progress max="1" .value=${chosen.part} aria-label=${app.say("files.sending")}></progress>
  </p>`;
  return html`<p class="sr-only" role="status">
      ${files.length > 0 ? app.say("files.count", { count: files.length }) : nothing}
    </p>
    ${files.length > 0 ? list : nothing} ${files.length > 0 && sending ? going : nothing}`;
}
