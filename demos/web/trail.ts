/** The way through the wizard: how it begins, the choices that were made, a step back and a new start. */
import { follow } from "./blocks.ts";
import { type Drawn, type Json, type Place, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

/** The server's own words for a step back. */
const BACK = "Een stap terug";

export function trailOf(props: Readonly<Record<string, unknown>>, { act, reader, tongue }: Place): Drawn {
  const { html, nothing, draw, json } = shell;
  const say = sayFor(reader);
  const busy = props["busy"] === true;
  const taken = json
    .listOf(json.objectOf(props["tree"] as Json)["path"])
    .map((step) => json.textOf(json.objectOf(step)["choice"]));
  const start = (event: Event): void => {
    follow(event);
    void act("genui_tree/start", {});
  };
  const back = (event: Event): void => {
    follow(event);
    void act("genui_tree/choose", { choice: BACK });
  };
  if (taken.length === 0) {
    const begun = busy || json.listOf(props["results"] as Json).length > 0;
    return begun
      ? nothing
      : html`<button type="button" class="primary" lang=${reader.language} @click=${start}>
          ${say("trail.begin")}
        </button>`;
  }
  return html`<nav class="trail" aria-label=${say("trail.label")}>
    <ol lang=${tongue}>
      ${taken.map((choice) => html`<li>${choice}</li>`)}
    </ol>
    <div class="buttons" lang=${reader.language}>
      <button type="button" ?disabled=${busy} @click=${back}>${draw.iconOf("back")}${say("trail.back")}</button>
      <button type="button" ?disabled=${busy} @click=${start}>${draw.iconOf("again")}${say("trail.again")}</button>
    </div>
  </nav>`;
}
