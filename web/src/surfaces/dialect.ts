/** Turns the seed's frames (`surface/open`, `dataModelUpdate`) into A2UI messages, so that both kinds of server look alike. */
import { applyPatches } from "../folds/patch.ts";
import { type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { treeOf } from "./trees.ts";

const VERSION = "v0.9";

/** Keeps a copy of each model, because a patch may touch lists and A2UI replaces whole values. */
export class Dialect {
  readonly #models = new Map<string, Json>();

  /** The A2UI messages a seed frame stands for; none when it is no frame of a surface. */
  messages(frame: JsonObject): JsonObject[] {
    const surfaceId = textOf(frame["surfaceId"]);
    if (!surfaceId) return [];
    if (frame["kind"] === "surface/open") return this.#open(surfaceId, frame);
    if (frame["kind"] === "dataModelUpdate") return this.#update(surfaceId, listOf(frame["patches"]));
    return [];
  }

  #open(surfaceId: string, frame: JsonObject): JsonObject[] {
    const tree = treeOf(surfaceId);
    const value: JsonObject = { ...objectOf(frame["dataModel"]), title: textOf(frame["title"]) };
    this.#models.set(surfaceId, value);
    return [
      { version: VERSION, createSurface: { surfaceId, catalogId: tree.catalogId } },
      { version: VERSION, updateComponents: { surfaceId, components: [...tree.components] } },
      { version: VERSION, updateDataModel: { surfaceId, path: "/", value: structuredClone(value) } },
    ];
  }

  #update(surfaceId: string, patches: readonly Json[]): JsonObject[] {
    const model = this.#models.get(surfaceId);
    if (model === undefined) return [];
    const [value] = applyPatches(model, patches);
    this.#models.set(surfaceId, value);
    return [{ version: VERSION, updateDataModel: { surfaceId, path: "/", value: structuredClone(value) } }];
  }
}
