/** The component trees of the surfaces we know, for servers that speak only the seed's frames. The server sends the same files. */
import bezwaar from "../../../demos/src/loket_demos/overheid/surfaces/bezwaar.json";
import home from "../../../demos/src/loket_demos/overheid/surfaces/home.json";
import toeslagen from "../../../demos/src/loket_demos/overheid/surfaces/toeslagen.json";
import type { Json, JsonObject } from "../transport/json.ts";
import { CATALOG } from "./catalog-id.ts";

/** A surface as its file describes it: its components, and what its form holds before anybody typed. */
export interface Tree {
  readonly surface: string;
  readonly catalogId: string;
  readonly components: readonly Json[];
  readonly form?: JsonObject;
}

const TREES: readonly Tree[] = [home, toeslagen, bezwaar];

/** The tree of a surface; for one we have never seen a plain page with its title, status and results. */
export function treeOf(surface: string): Tree {
  return TREES.find((tree) => tree.surface === surface) ?? plain(surface);
}

function plain(surface: string): Tree {
  return {
    surface,
    catalogId: CATALOG,
    components: [
      { id: "root", component: "Column", children: ["head", "status", "results", "history"] },
      { id: "head", component: "PageHead", title: { path: "/title" } },
      { id: "status", component: "StatusPanel", status: { path: "/status" } },
      { id: "results", component: "ResultList", results: { path: "/results" } },
      { id: "history", component: "StatusHistory", history: { path: "/history" } },
    ],
  };
}
