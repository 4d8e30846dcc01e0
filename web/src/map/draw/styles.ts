/** How things look on the map: pins, lit up areas, and the shipped background by its kinds. */
import { Fill, Icon, Stroke, Style, Text } from "ol/style.js";
import type { FeatureLike } from "ol/Feature.js";
import type { StyleFunction } from "ol/style/Style.js";
import { type Colours, sheer } from "./palette.ts";

const PIN = "M12 31C6 22 2 17 2 11.500a10 10 0 0 1 20 0C22 17 18 22 12 31z";
const LONGEST = 44;
/** Metres a pixel below which something is worth drawing. */
const DETAIL = { houses: 6, numbers: 0.6, names: 2.2, streets: 30 } as const;
/** Metres that a street is wide. */
const WIDTHS: Readonly<Record<string, number>> = { road: 12, street: 7 };

export interface Look {
  readonly colours: Colours;
  readonly face: string;
}

/** A pin with its name below; a preview is hollow. */
export function pinStyle({ colours, face }: Look, label: string, preview: boolean): Style {
  const [fill, edge] = preview ? [colours["pin-ink"], colours.preview] : [colours.pin, colours["pin-ink"]];
  const dash = preview ? ` stroke-dasharray="4 2"` : "";
  const dot = preview ? colours.preview : colours["pin-ink"];
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="32"><path d="${PIN}" fill="${fill}" stroke="${edge}"` +
    ` stroke-width="1.800"${dash}/><circle cx="12" cy="11.500" r="3.800" fill="${dot}"/></svg>`;
  const image = new Icon({
    src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
    anchor: [0.5, 1],
    declutterMode: "obstacle",
  });
  const text = label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
  return new Style({ image, text: words({ colours, face }, text, 600, 12) });
}

/** An area, line or point that is lit up, or shown for a moment, or a layer of its own. */
export function shapeStyle({ colours }: Look, role: "lit" | "preview" | "plain"): Style {
  const colour = role === "lit" ? colours.lit : colours.preview;
  const line = new Stroke({ color: colour, width: 3, ...(role === "preview" ? { lineDash: [8, 6] } : {}) });
  return new Style({ stroke: line, fill: new Fill({ color: sheer(colour, role === "lit" ? 0.22 : 0.12) }) });
}

/** A light line around, so that a lit up area is seen on any ground. */
export function edgeStyle({ colours }: Look): Style {
  return new Style({ stroke: new Stroke({ color: colours.halo, width: 6 }) });
}

/** The shipped background: woods, water, streets, houses and names, each where it can be told apart. */
export function groundStyle(look: Look): StyleFunction {
  const { colours } = look;
  const wood = new Style({ fill: new Fill({ color: colours.wood }), zIndex: 0 });
  const house = new Style({ fill: new Fill({ color: colours.house }), zIndex: 4 });
  const border = new Style({ stroke: new Stroke({ color: colours.border, width: 1.2, lineDash: [8, 5] }), zIndex: 5 });
  return (feature: FeatureLike, resolution: number): Style[] => {
    const [kind, name] = [String(feature.get("kind")), String(feature.get("name") ?? "")];
    switch (kind) {
      case "wood":
        return [wood];
      case "river":
        return [
          new Style({ stroke: new Stroke({ color: colours.water, width: wide(40, resolution, 2, 60) }), zIndex: 1 }),
        ];
      case "house":
        return housed(look, house, name, resolution);
      case "commune":
        return resolution < 8 ? [border] : [border, new Style({ text: words(look, name, 600, 0, 13), zIndex: 9 })];
      default:
        return street(look, kind, name, resolution);
    }
  };
}

function housed(look: Look, house: Style, number: string, resolution: number): Style[] {
  if (resolution > DETAIL.houses) return [];
  if (resolution > DETAIL.numbers) return [house];
  return [house, new Style({ text: words(look, number, 400, 0, 12), zIndex: 7 })];
}

function street(look: Look, kind: string, name: string, resolution: number): Style[] {
  const metres = WIDTHS[kind] ?? 7;
  if (kind !== "road" && resolution > DETAIL.streets) return [];
  const width = wide(metres, resolution, kind === "road" ? 2 : 1, 26);
  const styles = [
    new Style({ stroke: new Stroke({ color: look.colours.kerb, width: width + 2 }), zIndex: 2 }),
    new Style({ stroke: new Stroke({ color: look.colours.street, width }), zIndex: 3 }),
  ];
  if (name && resolution < DETAIL.names) {
    const text = words(look, name, 400, 0, 13);
    text.setPlacement("line");
    text.setOverflow(false);
    styles.push(new Style({ text, zIndex: 8 }));
  }
  return styles;
}

/** So many metres in pixels, between bounds. */
function wide(metres: number, resolution: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, metres / resolution));
}

function words({ colours, face }: Look, text: string, weight: number, down: number, size = 14): Text {
  return new Text({
    text,
    font: `${weight} ${size}px ${face}`,
    fill: new Fill({ color: colours.words }),
    stroke: new Stroke({ color: colours.halo, width: 3.5 }),
    offsetY: down,
    // Names of communes may be wider than they are; those along a street are measured by the library itself.
    overflow: true,
  });
}
