/** The files that came with what was said: what each is called, what it is and how large, to be kept or followed. */
import { html, nothing } from "lit";
import { iconOf } from "../elements/icons.ts";
import type { FileRef } from "../wire.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const STEP = 1000;

/** `at` is where the bytes of a digest are downloaded; a file without bytes leads to where it is. */
export function fileList(files: readonly FileRef[], at: (sha256: string) => string, language: string): unknown {
  if (files.length === 0) return nothing;
  return html`<ul class="papers">
    ${files.map((file) => html`<li>${named(file, at)} <span class="quiet">${about(file, language)}</span></li>`)}
  </ul>`;
}

function named(file: FileRef, at: (sha256: string) => string): unknown {
  if (file.blob)
    return html`<a href=${at(file.blob.sha256)} download=${file.name}
      >${iconOf("download")}<span>${file.name}</span></a
    >`;
  const there = placeOf(file);
  if (!there) return html`<span>${file.name}</span>`;
  return html`<a href=${there.href} target="_blank" rel="noopener noreferrer nofollow"
    >${iconOf("link")}<span>${file.name}</span></a
  >`;
}

/** Its type, and how large it is or whose address the link leads to. */
function about(file: FileRef, language: string): string {
  const more = file.blob ? sizeOf(file.blob.size, language) : (placeOf(file)?.host ?? "");
  return [file.media, more].filter((one) => one !== "").join(", ");
}

/** Where it is, when that is an address of the web. */
function placeOf(file: FileRef): URL | null {
  if (!file.uri || !URL.canParse(file.uri)) return null;
  const url = new URL(file.uri);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** So many bytes, as people of a language read it. */
export function sizeOf(bytes: number, language: string): string {
  let [size, at] = [bytes, 0];
  while (size >= STEP && at < UNITS.length - 1) [size, at] = [size / STEP, at + 1];
  const unit = { style: "unit", unit: UNITS[at] ?? "byte", unitDisplay: at > 0 ? "short" : "long" } as const;
  return new Intl.NumberFormat(language, { ...unit, maximumFractionDigits: size < 10 && at > 0 ? 1 : 0 }).format(size);
}
