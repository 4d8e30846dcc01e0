/** What lies under the maps: the shipped land as shapes, or the canton's own pictures. */
import GeoJSON from "ol/format/GeoJSON.js";
import type BaseLayer from "ol/layer/Base.js";
import VectorLayer from "ol/layer/Vector.js";
import type OlMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import type { Place } from "../canvas.ts";
import type { Ground } from "../ground.ts";
import { LV95 } from "../lv95.ts";
import { groundLayer, addressed } from "./layers.ts";
import { groundStyle, type Look } from "./styles.ts";

const PATIENCE = 15_000;
/** The canton's backgrounds and their formats. */
const LIVE: Readonly<Record<Exclude<Ground, "none">, readonly [string, string]>> = {
  grey: ["ch.so.agi.hintergrundkarte_sw", "image/png"],
  colour: ["ch.so.agi.hintergrundkarte_farbig", "image/png"],
  ortho: ["ch.so.agi.hintergrundkarte_ortho", "image/jpeg"],
};

export class Below {
  #layer: BaseLayer | null = null;
  #name = "";

  constructor(
    private readonly map: OlMap,
    private readonly place: Place,
    private look: Look,
  ) {}

  show(ground: Ground, live: boolean): void {
    // The shipped land is one set of shapes in two coats of paint.
    const name = ground === "none" ? "" : live ? ground : "shipped";
    if (name === this.#name) return;
    this.#name = name;
    if (this.#layer) this.map.removeLayer(this.#layer);
    this.#layer = ground === "none" ? null : live ? this.#canton(ground) : this.#shipped();
    this.#layer?.setZIndex(0);
    if (this.#layer) this.map.addLayer(this.#layer);
  }

  restyle(look: Look): void {
    this.look = look;
    if (this.#layer instanceof VectorLayer) this.#layer.setStyle(groundStyle(look));
  }

  #canton(ground: Exclude<Ground, "none">): BaseLayer {
    return groundLayer(...LIVE[ground], (well) => this.#heard(ground, well));
  }

  #shipped(): VectorLayer {
    const source = new VectorSource();
    void this.#fill(source);
    return new VectorLayer({ source, style: groundStyle(this.look), declutter: true });
  }

  async #fill(source: VectorSource): Promise<void> {
    const { server, credentials } = this.place;
    try {
      const land = await this.place.land();
      if (!land) {
        this.place.listener.bare();
        return;
      }
      const answer = await fetch(addressed(land, server), { credentials, signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) throw new Error(`The background answered ${answer.status}.`);
      const format = new GeoJSON({ dataProjection: LV95, featureProjection: LV95 });
      source.addFeatures(format.readFeatures(await answer.json()));
      this.#heard("shipped", true);
    } catch (error) {
      console.warn("The map's background does not come.", error);
      this.#heard("shipped", false);
    }
  }

  #heard(name: string, well: boolean): void {
    if (name !== this.#name) return;
    // Who chooses it again has it tried again.
    if (!well) this.#name = "failed";
    this.place.listener.loaded(null, well);
  }
}
