/** Layers of the library made from layers of the map, and what is heard of their pictures. */
import Feature from "ol/Feature.js";
import GeoJSON from "ol/format/GeoJSON.js";
import type BaseLayer from "ol/layer/Base.js";
import TileLayer from "ol/layer/Tile.js";
import VectorLayer from "ol/layer/Vector.js";
import type TileSource from "ol/source/Tile.js";
import TileWMS from "ol/source/TileWMS.js";
import VectorSource from "ol/source/Vector.js";
import WMTS from "ol/source/WMTS.js";
import TileGrid from "ol/tilegrid/TileGrid.js";
import WMTSTileGrid from "ol/tilegrid/WMTS.js";
import { GROUND } from "../ground.ts";
import { BOUNDS, FURTHEST, LV95 } from "../lv95.ts";
import { CANTON, ORIGIN } from "../sources.ts";
import type { Shape, Source, WmsSource, WmtsSource } from "../things.ts";

/** Pixels of a side of the pieces that a WMS is asked for: any screen, and no picture too large for a server. */
const PIECE = 512;
const HALVES = Array.from({ length: 16 }, (_, at) => FURTHEST / 2 ** at);

/** A layer of pictures or of shapes; `heard` is told whether any picture comes. */
export function layerOf(source: Source, server: string, heard: (well: boolean) => void): BaseLayer {
  if (source.kind === "geojson") return shapesLayer(source.shapes);
  const pictures = source.kind === "wms" ? wmsOf(source, server) : wmtsOf(source, server);
  hear(pictures, heard);
  return new TileLayer({ source: pictures });
}

export function shapesLayer(shapes: readonly Shape[]): VectorLayer {
  const format = new GeoJSON();
  const features = shapes.flatMap(({ geometry, label }) => {
    const drawn = format.readGeometry(geometry);
    return drawn ? [new Feature({ geometry: drawn, label })] : [];
  });
  return new VectorLayer({ source: new VectorSource({ features }) });
}

/** Where a source says only a path, it is one of our own server's. */
export function addressed(url: string, server: string): string {
  return url.startsWith("/") ? `${server}${url}` : url;
}

/** The canton's background by its name, as pictures. */
export function groundLayer(name: string, format: string, heard: (well: boolean) => void): BaseLayer {
  const url = `${GROUND}api/wmts/1.0.0/${name}/default/2056/{TileMatrix}/{TileRow}/{TileCol}`;
  const told = { kind: "wmts", layer: name, matrixSet: "2056", style: "default", credit: "" } as const;
  return layerOf({ ...told, url, format, origin: ORIGIN, resolutions: CANTON }, "", heard);
}

function wmsOf({ url, layers, version, format, transparent }: WmsSource, server: string): TileWMS {
  return new TileWMS({
    url: addressed(url, server),
    params: { LAYERS: layers, VERSION: version, FORMAT: format, TRANSPARENT: transparent },
    projection: LV95,
    tileGrid: new TileGrid({ origin: [BOUNDS[0], BOUNDS[3]], resolutions: HALVES, tileSize: PIECE }),
    gutter: version === "1.3.0" ? 0 : 8,
  });
}

function wmtsOf(source: WmtsSource, server: string): WMTS {
  const { url, layer, matrixSet, format, style, origin, resolutions } = source;
  const grid = {
    origin: [...origin],
    resolutions: [...resolutions],
    matrixIds: resolutions.map((_, at) => String(at)),
  };
  const isTemplate = url.includes("{");
  return new WMTS({
    url: addressed(url, server),
    layer,
    matrixSet,
    format,
    style,
    projection: LV95,
    requestEncoding: isTemplate ? "REST" : "KVP",
    tileGrid: new WMTSTileGrid(grid),
  });
}

/** One picture that comes is enough: at the edge of its area a map has none. */
function hear(source: TileSource, heard: (well: boolean) => void): void {
  let came = false;
  let waiting = 0;
  let failed = 0;
  const ended = (): void => {
    waiting -= 1;
    if (came) heard(true);
    else if (waiting <= 0 && failed > 0) heard(false);
  };
  source.addEventListener("tileloadstart", () => void (waiting += 1));
  source.addEventListener("tileloadend", () => {
    came = true;
    ended();
  });
  source.addEventListener("tileloaderror", () => {
    failed += 1;
    ended();
  });
}
