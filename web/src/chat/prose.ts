/** Words of assistants as Markdown, those of people as they wrote them: no markup of theirs, no picture from elsewhere. */
import { html, nothing, type TemplateResult } from "lit";
import MarkdownIt, { type Token } from "markdown-it";
import "../elements/copy-button.ts";
import { isOther, type Reader, tongueNote } from "../elements/tongue-note.ts";
import { tongueOf } from "../i18n/tongue.ts";

const ADDRESS = /(https?:\/\/[^\s<>"'`“”‘’«»)\]]+[^\s<>"'`“”‘’«»)\].,;:!?…])/g;
/** The name of a file and a colon, which is all that stands before its address. */
const NAMED = /^\s*(\S(?:[^:]{0,120}\S)?\.\w{1,8}):\s*$/;
/** From so many characters on an address is no word to read: signatures and the like. */
const LONG = 80;
const BULLET = /^(\s*)•\s+/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;
const FENCE = /^\s*(?:```|~~~)/;

// What is half written must not become something else when it goes on: no headings by a line below, no code by spaces.
const reading = new MarkdownIt({ breaks: true }).disable(["lheading", "code", "reference"]);

/** Something that was read, and what it holds. */
interface Piece {
  readonly token: Token;
  readonly inside: readonly Piece[];
}

/** Who reads texts that stand below each other, and the language of the last one. */
export interface Follower extends Reader {
  tongue: string;
}

export function follower(reader: Reader): Follower {
  return { ...reader, tongue: reader.language };
}

/** Where the language becomes another one its name stands; `usual` is that of words too few to tell. */
export function prose(text: string, reader?: Follower, usual = ""): TemplateResult {
  let current = reader?.tongue ?? "";
  return html`<div class="prose">
    ${nested(reading.parse(lined(text), {})).map((piece, index) => {
      const own = tongueOf(wordsOf(piece));
      const tongue = own || (index === 0 ? usual : current);
      const changed = isOther(tongue, current); // of one language there may be several countries
      current = tongue || current;
      if (reader) reader.tongue = current;
      const words = block(piece, own || nothing);
      return reader && changed ? html`${tongueNote(tongue, reader)}${words}` : words;
    })}
  </div>`;
}

/** What a person wrote, a line a line. */
export function plainly(text: string): TemplateResult {
  return html`<div class="prose plain"><p dir="auto" lang=${tongueOf(text) || nothing}>${linked(text, true)}</p></div>`;
}

/** Dots are dashes, and what stands at the beginning of a line below a list is no more of its last item. */
function lined(text: string): string {
  let fenced = false;
  let before = "";
  const lines = text.split("\n").flatMap((line) => {
    if (FENCE.test(line)) fenced = !fenced;
    const made = fenced ? line : line.replace(BULLET, "$1- ");
    const apart = !fenced && ITEM.test(before) && /^\S/.test(made) && !ITEM.test(made);
    before = made;
    return apart ? ["", made] : [made];
  });
  return lines.join("\n");
}

function nested(tokens: readonly Token[]): Piece[] {
  const top: Piece[] = [];
  const open: Piece[][] = [top];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const inside: Piece[] = token.children ? nested(token.children) : [];
    open.at(-1)?.push({ token, inside });
    if (token.nesting > 0) open.push(inside);
  }
  return top;
}

function wordsOf({ token, inside }: Piece): string {
  return token.type === "text" ? token.content : inside.map(wordsOf).join(token.type === "inline" ? "" : " ");
}

function block(piece: Piece, lang: string | typeof nothing = nothing): unknown {
  const { token } = piece;
  const inside = piece.inside.map((one) => block(one));
  switch (token.type) {
    case "paragraph_open":
      // In a list whose items follow each other closely a paragraph is the item itself.
      return token.hidden ? inside : html`<p dir="auto" lang=${lang}>${inside}</p>`;
    case "heading_open":
      return token.tag <= "h2"
        ? html`<h3 dir="auto" lang=${lang}>${inside}</h3>`
        : html`<h4 dir="auto" lang=${lang}>${inside}</h4>`;
    case "bullet_list_open":
      return html`<ul dir="auto" lang=${lang}>
        ${inside}
      </ul>`;
    case "ordered_list_open":
      return html`<ol dir="auto" lang=${lang} start=${token.attrGet("start") ?? nothing}>
        ${inside}
      </ol>`;
    case "list_item_open":
      return html`<li>${inside}</li>`;
    case "blockquote_open":
      return html`<blockquote dir="auto" lang=${lang}>${inside}</blockquote>`;
    case "table_open":
      return html`<div class="sheet" role="group" tabindex="0" dir="auto" lang=${lang}>
        <table>
          ${inside}
        </table>
      </div>`;
    case "fence":
      return html`<div class="code">
        <pre class="dump" tabindex="0"><code>${token.content}</code></pre>
        <loket-copy .text=${token.content}></loket-copy>
      </div>`;
    case "hr":
      return html`<hr />`;
    case "inline":
      return inside;
    default:
      return cell(token, inside) ?? span(piece, inside);
  }
}

function cell({ type }: Token, inside: unknown): unknown {
  switch (type) {
    case "thead_open":
      return html`<thead>
        ${inside}
      </thead>`;
    case "tbody_open":
      return html`<tbody>
        ${inside}
      </tbody>`;
    case "tr_open":
      return html`<tr>
        ${inside}
      </tr>`;
    case "th_open":
      return html`<th scope="col" dir="auto">${inside}</th>`;
    case "td_open":
      return html`<td dir="auto">${inside}</td>`;
    default:
      return null;
  }
}

function span(piece: Piece, inside: readonly unknown[]): unknown {
  const { token } = piece;
  switch (token.type) {
    case "text":
      return linked(token.content);
    case "softbreak":
    case "hardbreak":
      return html`<br />`;
    case "strong_open":
      return html`<strong>${inside}</strong>`;
    case "em_open":
      return html`<em>${inside}</em>`;
    case "s_open":
      return html`<s>${inside}</s>`;
    case "code_inline":
      return html`<code>${token.content}</code>`;
    case "link_open":
      return leading(token.attrGet("href") ?? "", wordsOf(piece), inside);
    case "image":
      // A picture from elsewhere would tell its site that these words are read: it is a link.
      return leading(token.attrGet("src") ?? "", wordsOf(piece), inside.length > 0 ? inside : token.attrGet("src"));
    default:
      return inside;
  }
}

/** A link with words of its own says where it leads. */
function leading(address: string, words: string, inside: unknown): unknown {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return inside;
  const { host } = new URL(address);
  if (words.includes("://")) return inside;
  return html`${link(address, inside)}${words.includes(host) ? nothing : html` <span class="quiet">(${host})</span>`}`;
}

/** Only http and https become links, and they open without a way back to us. `whole`: nothing is left out of them. */
function linked(line: string, whole = false): unknown[] {
  const parts = line.split(ADDRESS);
  if (whole) return parts.map((part, index) => (index % 2 === 1 ? link(part, part) : part));
  const [before = "", address = "", after = ""] = parts;
  const [, name] = parts.length === 3 && after.trim() === "" && address.length > LONG ? (NAMED.exec(before) ?? []) : [];
  if (name) return [leading(address, name, name)];
  return parts.map((part, index) => (index % 2 === 1 ? link(part, shortened(part)) : part));
}

/** A long address with values behind it is shown by its site and its last name. */
function shortened(address: string): string {
  if (address.length <= LONG || !address.includes("?") || !URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  const last = pathname.split("/").at(-1) ?? "";
  return `${host}/…/${last.length > 40 ? "" : last}?…`;
}

function link(address: string, inside: unknown): TemplateResult {
  return html`<a href=${address} target="_blank" rel="noopener noreferrer nofollow">${inside}</a>`;
}
