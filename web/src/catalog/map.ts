/** A map on a surface: what is on it comes as commands from the model, so that any assistant can show one. */
import { html } from "lit";
import { z } from "zod";
import { learnAll } from "../i18n/words.ts";
import { listOf } from "../transport/json.ts";
import { Common, DynamicJson, Flag, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props, troubleBox } from "./part.ts";

const LEAST = 240;
const MOST = 1200;
const USUAL = 420;

const MapView = {
  name: "Map",
  tagName: "loket-map-part",
  schema: z
    .object({
      ...Common,
      actions: DynamicJson,
      title: Words.optional(),
      /** In pixels. */
      height: z.number().optional(),
      live: Flag.optional(),
      /** Whom the live background is from. */
      credit: Words.optional(),
    })
    .strict(),
};

class MapPart extends Part<typeof MapView> {
  protected override readonly api = MapView;
  #why = "";

  protected override draw({ actions, title, height, live, credit }: Props<typeof MapView>): Drawn {
    if (this.#why) return troubleBox(this.say("map.broken"), this.#why);
    const high = Math.min(MOST, Math.max(LEAST, height ?? USUAL));
    return html`<loket-map
      style="--map-height:${high}px"
      .label=${title ?? ""}
      .live=${live === true}
      .credit=${credit ?? ""}
      .actions=${listOf(actions)}
    ></loket-map>`;
  }

  /** The map and its library come when the first one is on a page. */
  protected override firstUpdated(): void {
    learnAll()
      .then(() => import("../map/element.ts"))
      .catch((error: unknown) => {
        this.#why = error instanceof Error ? error.message : String(error);
        this.requestUpdate();
      });
  }
}

export const map = entry(MapView, MapPart);
