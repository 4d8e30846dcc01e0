/** Keeps the library's layers in step with what is on the map: maps below, lit up areas above, pins and previews on top. */
import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import type BaseLayer from "ol/layer/Base.js";
import VectorLayer from "ol/layer/Vector.js";
import type OlMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import type { Listener } from "../canvas.ts";
import { stuck } from "../edits.ts";
import type { MapState } from "../state.ts";
import type { Layer, Marker, Source } from "../things.ts";
import { layerOf } from "./layers.ts";
import { edgeStyle, type Look, pinStyle, shapeStyle } from "./styles.ts";

/** How high things lie. */
const HEIGHT = { maps: 10, lit: 1000, preview: 2000, pins: 3000 } as const;

interface Sheet {
  readonly source: Source;
  readonly drawn: BaseLayer;
}

export class Sheets {
  readonly #sheets = new Map<string, Sheet>();
  readonly #pins = pinsLayer(HEIGHT.pins);
  readonly #hints = pinsLayer(HEIGHT.pins + 1);
  #drawn: MapState | null = null;
  #hinted: readonly Marker[] = [];

  constructor(
    private readonly map: OlMap,
    private readonly server: string,
    private readonly listener: Listener,
    private look: Look,
  ) {
    map.addLayer(this.#pins);
    map.addLayer(this.#hints);
    this.restyle(look);
  }

  draw(state: MapState, preview: MapState): void {
    const wanted = new Set<string>();
    const put = (key: string, layer: Layer, height: number): void => {
      wanted.add(key);
      this.#put(key, layer, height);
    };
    state.layers.forEach((layer, at) =>
      put(`map ${layer.id}`, layer, at + (layer.temporary ? HEIGHT.lit : HEIGHT.maps)),
    );
    preview.layers.forEach((layer, at) => put(`preview ${layer.id}`, layer, at + HEIGHT.preview));
    for (const [key, { drawn }] of this.#sheets) {
      if (wanted.has(key)) continue;
      this.map.removeLayer(drawn);
      drawn.dispose();
      this.#sheets.delete(key);
    }
    if (this.#drawn !== state) stick(this.#pins, stuck((this.#drawn = state)));
    if (this.#hinted !== preview.markers) stick(this.#hints, (this.#hinted = preview.markers));
  }

  /** Takes on the page's colours. */
  restyle(look: Look): void {
    this.look = look;
    this.#pins.setStyle((feature) => pinStyle(look, String(feature.get("label")), false));
    this.#hints.setStyle((feature) => pinStyle(look, String(feature.get("label")), true));
    for (const [key, { drawn }] of this.#sheets) this.#dress(key, drawn);
  }

  #put(key: string, layer: Layer, height: number): void {
    let sheet = this.#sheets.get(key);
    if (sheet && sheet.source !== layer.source) {
      this.map.removeLayer(sheet.drawn);
      sheet.drawn.dispose();
      sheet = undefined;
    }
    if (!sheet) {
      const drawn = layerOf(layer.source, this.server, (well) => this.listener.loaded(layer.id, well));
      drawn.set("temporary", layer.temporary);
      this.#dress(key, drawn);
      this.map.addLayer(drawn);
      this.#sheets.set(key, (sheet = { source: layer.source, drawn }));
    }
    sheet.drawn.setVisible(layer.visible);
    sheet.drawn.setZIndex(height);
  }

  #dress(key: string, drawn: BaseLayer): void {
    if (!(drawn instanceof VectorLayer)) return;
    const role = key.startsWith("preview ") ? "preview" : drawn.get("temporary") ? "lit" : "plain";
    drawn.setStyle(role === "lit" ? [edgeStyle(this.look), shapeStyle(this.look, role)] : shapeStyle(this.look, role));
  }
}

function pinsLayer(height: number): VectorLayer {
  return new VectorLayer({ source: new VectorSource(), zIndex: height, declutter: true });
}

function stick(layer: VectorLayer, markers: readonly Marker[]): void {
  const source = layer.getSource();
  source?.clear();
  source?.addFeatures(markers.map(({ coord, label }) => new Feature({ geometry: new Point([...coord]), label })));
}
