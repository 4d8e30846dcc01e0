/** Blocks that an agent composed: sources, explanations, choices, and questions that go on with the search. */
import { type Drawn, type Json, type JsonObject, type Place, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const SEARCH = "genui_search";
/** Sources that are shown at once; the others are one click away. */
const SHOWN = 3;

/** What was drawn last, and from where somebody went on. */
let results: unknown;
let left: { readonly page: Element | null; readonly results: unknown } | undefined;

type Draw = (block: JsonObject, place: Place, busy: boolean) => Drawn;

const DRAWINGS: Readonly<Record<string, Draw>> = { citations, callout, accordion, next_questions, notice, decision };

/** All blocks but a form, which is drawn where it is filled in; where somebody chooses, the sources come last. */
export function blocksOf(props: Readonly<Record<string, unknown>>, place: Place): Drawn {
  const { html, nothing, json } = shell;
  const blocks = json.listOf(props["results"] as Json).filter(json.isObject);
  const kindOf = (block: JsonObject): string => json.textOf(block["kind"]);
  const last = (block: JsonObject): number => Number(props["choosing"] === true && kindOf(block) === "citations");
  const busy = props["busy"] === true;
  const drawn = blocks
    .toSorted((a, b) => last(a) - last(b))
    .map((block) => DRAWINGS[kindOf(block)]?.(block, place, busy));
  results = props["results"];
  if (left?.page && !busy && results !== left.results) {
    window.requestAnimationFrame(arrived.bind(null, left.page));
    left = undefined;
  }
  if (drawn.length === 0) return props["empty"] ? html`<p class="empty quiet">${props["empty"]}</p>` : nothing;
  return html`<section class="blocks" lang=${place.tongue}>${place.note} ${drawn}</section>`;
}

function titled({ title }: JsonObject): Drawn {
  return shell.html`<h2>${shell.json.textOf(title)}</h2>`;
}

function citations(block: JsonObject, { reader }: Place): Drawn {
  const { html, nothing, json } = shell;
  const pages = json.listOf(block["items"]).filter(json.isObject);
  const rest = pages.slice(SHOWN);
  return html`<article class="card block-sources">
    ${titled(block)}
    <ul class="items">
      ${pages.slice(0, SHOWN).map(source)}
    </ul>
    ${
      rest.length === 0
        ? nothing
        : html`<details>
            <summary lang=${reader.language}>${sayFor(reader)("blocks.all", { count: String(pages.length) })}</summary>
            <ul class="items">
              ${rest.map(source)}
            </ul>
          </details>`
    }
  </article>`;
}

function source(page: JsonObject): Drawn {
  const { html, nothing, json } = shell;
  const [url, title, text] = [page["url"], page["title"], page["snippet"]].map(json.textOf);
  const web = /^https?:\/\//.test(url ?? "");
  return html`<li>
    ${web ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${title}</a>` : title}
    ${text ? html`<br /><span class="quiet">${text}</span>` : nothing}
  </li>`;
}

function callout(block: JsonObject): Drawn {
  return shell.html`<article class="card callout">${titled(block)}${told(block["body"])}</article>`;
}

function notice(block: JsonObject): Drawn {
  const { html, draw, json } = shell;
  return html`<div class="box note">
    <p>${draw.iconOf("info")} <strong>${json.textOf(block["title"])}</strong></p>
    ${told(block["body"])}
  </div>`;
}

function accordion(block: JsonObject): Drawn {
  const { html, json } = shell;
  const items = json.listOf(block["items"]).filter(json.isObject);
  return html`<article class="card">
    ${titled(block)}
    ${items.map(
      (item) =>
        html`<details class="question-answer">
          <summary>${json.textOf(item["q"])}</summary>
          ${told(item["a"])}
        </details>`,
    )}
  </article>`;
}

/** Words with their line breaks; where they are from, and that nobody checked, stands apart. */
function told(text: Json | undefined): Drawn {
  const { html } = shell;
  const lines = shell.json.textOf(text).split("\n");
  const from = lines.filter((line) => line.startsWith("Bron: "));
  return html`<p class="told">${lines.filter((line) => !from.includes(line)).join("\n")}</p>
    ${from.map((line) => html`<p class="quiet">${line}</p>`)}`;
}

function decision(block: JsonObject, { act }: Place, busy: boolean): Drawn {
  const { html, nothing, json } = shell;
  const question = json.textOf(block["question"]);
  return html`<article class="card decision">
    ${titled(block)} ${question ? html`<p>${question}</p>` : nothing}
    ${json.listOf(block["options"]).map(
      (option) =>
        html`<button
          type="button"
          class="option"
          ?disabled=${busy}
          @click=${(event: Event) => {
            follow(event);
            void act("genui_tree/choose", { option, choice: option });
          }}
        >
          ${json.textOf(option)}
        </button>`,
    )}
  </article>`;
}

/** The question that comes next has the focus: the button that led to it can't be used meanwhile, and may be gone. */
export function follow({ target }: Event): void {
  left = { page: (target as HTMLElement).closest("loket-surface-view"), results };
}

/** What came has the focus where nothing else has it: the answer, else what comes first. */
export function arrived(page: Element): void {
  const heading =
    page.querySelector<HTMLElement>(".blocks .callout h2") ?? page.querySelector<HTMLElement>(".blocks h2");
  const at = document.activeElement;
  if (!heading || (at !== document.body && !page.contains(at))) return;
  heading.tabIndex = -1;
  heading.focus();
}

function next_questions(block: JsonObject, place: Place): Drawn {
  return nextOf(block["items"], shell.json.textOf(block["title"]), place);
}

/** Questions that could be asked next: a click searches, on the page of the search. */
export function nextOf(items: unknown, title: string, { act, reader, tongue }: Place): Drawn {
  const { html, nothing, draw, json } = shell;
  const questions = json.listOf(items as Json).map(json.textOf);
  if (questions.length === 0) return nothing;
  const heading = title || sayFor(reader)("next.title");
  return html`<section class="next-questions">
    <h2 lang=${title ? nothing : reader.language}>${heading}</h2>
    <ul lang=${tongue}>
      ${questions.map(
        (query) =>
          html`<li>
            <button type="button" class="plain" @click=${() => void act("genui/search", { query }, SEARCH)}>
              ${draw.iconOf("search")}<span>${query}</span>
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}
