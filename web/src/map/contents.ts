/** The list of everything on the map: backgrounds, maps with their order, what is lit up, places. The map for who can't see it. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { iconOf } from "../elements/icons.ts";
import type { Key, Values } from "../i18n/words.ts";
import { contents, type Gone, highlights, pins } from "./edits.ts";
import { type Ground, GROUNDS } from "./ground.ts";
import { type Point, written } from "./lv95.ts";
import type { MapState } from "./state.ts";
import type { Layer, Marker, Skipped } from "./things.ts";

/** What the list shows. */
export interface Shown {
  readonly state: MapState;
  readonly ground: Ground;
  readonly live: boolean;
  /** There is no background to choose. */
  readonly barren: boolean;
  /** Layers whose pictures do not come. */
  readonly failed: ReadonlySet<string | null>;
  readonly gone: Gone | null;
  readonly name: string;
}

/** What a person can do in it. */
export interface Deeds {
  say(key: Key, values?: Values): string;
  choose(ground: Ground): void;
  see(id: string, visible: boolean): void;
  move(id: string, step: 1 | -1): void;
  remove(kind: Gone["kind"], id: string): void;
  undo(): void;
  show(id: string): void;
}

const MOST_SKIPPED = 3;

export function contentsOf(shown: Shown, deeds: Deeds): TemplateResult {
  const { state, gone } = shown;
  const [areas, places] = [highlights(state), pins(state).toReversed()];
  const count = contents(state).length + areas.length + places.length;
  const { say } = deeds;
  return html`<details class="map-contents">
    <summary>
      ${iconOf("layers")}<span>${say("map.contents")}</span>
      ${count > 0 ? html`<span class="map-count">${say("map.count", { count })}</span>` : nothing}
    </summary>
    <div class="map-list">
      ${shown.barren ? nothing : groundsOf(shown, deeds)}
      ${count === 0 ? html`<p class="quiet">${say("map.empty")}</p>` : nothing}
      <div class="map-undo" role="status">
        ${
          gone
            ? html`<p>${say("map.removed", { what: nameOf(gone.thing) })}</p>
                <button type="button" @click=${() => deeds.undo()}>${say("map.undo")}</button>`
            : nothing
        }
      </div>
      ${layersOf(shown, deeds)} ${placesOf("map.areas", areas, deeds)} ${placesOf("map.places", places, deeds)}
      ${skippedOf(state.skipped, deeds)}
    </div>
  </details>`;
}

/** What a thing is called, for who reads and for who hears. */
export function nameOf(thing: Layer | Marker): string {
  return thing.label || thing.id;
}

/** Where a thing is; null for maps that are everywhere. */
export function placeOf(thing: Layer | Marker): Point | null {
  if ("coord" in thing) return thing.coord;
  if (thing.source.kind !== "geojson") return null;
  const [west, south, east, north] = thing.source.extent;
  return [(west + east) / 2, (south + north) / 2];
}

function groundsOf({ ground, live, name }: Shown, deeds: Deeds): TemplateResult {
  return html`<fieldset class="map-grounds">
    <legend>${deeds.say("map.background")}</legend>
    <div class="map-ground-choices">
      ${GROUNDS.map(
        (one) =>
          html`<label class="tick">
            <input
              type="radio"
              name=${name}
              .checked=${ground === one}
              ?disabled=${one === "ortho" && !live}
              @change=${() => deeds.choose(one)}
            />
            ${deeds.say(`map.${one}`)}
          </label>`,
      )}
    </div>
    ${live ? nothing : html`<p class="quiet">${deeds.say("map.lacking")}</p>`}
  </fieldset>`;
}

function layersOf({ state, failed }: Shown, deeds: Deeds): TemplateResult | typeof nothing {
  const layers = contents(state);
  if (layers.length === 0) return nothing;
  return html`<section aria-label=${deeds.say("map.layers")}>
    <h3>${deeds.say("map.layers")}</h3>
    ${layers.length > 1 ? html`<p class="quiet">${deeds.say("map.order")}</p>` : nothing}
    <ul class="map-things">
      ${repeat(
        layers,
        ({ id }) => id,
        (layer, at) => layerRow(layer, [at === 0, at === layers.length - 1], failed.has(layer.id), deeds),
      )}
    </ul>
  </section>`;
}

function layerRow(layer: Layer, [first, last]: [boolean, boolean], failed: boolean, deeds: Deeds): TemplateResult {
  const { id, visible } = layer;
  const what = nameOf(layer);
  const see = (event: Event): void => deeds.see(id, (event.target as HTMLInputElement).checked);
  return html`<li>
    <label class="tick map-name">
      <input type="checkbox" .checked=${visible} @change=${see} />
      <span
        >${what}${failed ? html`<span class="map-failed">${deeds.say("map.failed", { what })}</span>` : nothing}</span
      >
    </label>
    <span class="map-deeds">
      ${iconButton("up", deeds.say("map.up", { what }), first, () => deeds.move(id, 1), `up ${id}`)}
      ${iconButton("down", deeds.say("map.down", { what }), last, () => deeds.move(id, -1), `down ${id}`)}
      ${iconButton("trash", deeds.say("map.remove", { what }), false, () => deeds.remove("layer", id))}
    </span>
  </li>`;
}

function placesOf(title: Key, things: readonly (Layer | Marker)[], deeds: Deeds): TemplateResult | typeof nothing {
  if (things.length === 0) return nothing;
  return html`<section aria-label=${deeds.say(title)}>
    <h3>${deeds.say(title)}</h3>
    <ul class="map-things">
      ${repeat(
        things,
        ({ id }) => id,
        (thing) => placeRow(thing, deeds),
      )}
    </ul>
  </section>`;
}

function placeRow(thing: Layer | Marker, deeds: Deeds): TemplateResult {
  const what = nameOf(thing);
  const at = placeOf(thing);
  const kind = "coord" in thing ? "marker" : "layer";
  return html`<li>
    <span class="map-name">
      <span>${what}</span>
      ${at ? html`<span class="quiet map-coord">${written(at)}</span>` : nothing}
      ${"visible" in thing && !thing.visible ? html`<span class="quiet">${deeds.say("map.hidden")}</span>` : nothing}
    </span>
    <span class="map-deeds">
      <button type="button" aria-label=${deeds.say("map.showing", { what })} @click=${() => deeds.show(thing.id)}>
        ${deeds.say("map.show")}
      </button>
      ${iconButton("trash", deeds.say("map.remove", { what }), false, () => deeds.remove(kind, thing.id))}
    </span>
  </li>`;
}

function skippedOf(skipped: readonly Skipped[], { say }: Deeds): TemplateResult | typeof nothing {
  if (skipped.length === 0) return nothing;
  return html`<ul class="map-skipped quiet">
    ${skipped
      .slice(-MOST_SKIPPED)
      .map(({ type, reason }) => html`<li>${say("map.skipped", { type, why: say(`map.why.${reason}`) })}</li>`)}
  </ul>`;
}

type Name = Parameters<typeof iconOf>[0];

function iconButton(icon: Name, label: string, off: boolean, act: () => void, key = ""): TemplateResult {
  return html`<button
    type="button"
    class="icon-only plain"
    aria-label=${label}
    data-key=${key || nothing}
    ?disabled=${off}
    @click=${act}
  >
    ${iconOf(icon)}
  </button>`;
}
