/** What the choices of a question carry beside their names: what a map would show of each. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";

/** The commands of each choice by its id, from the record of the question; a list and an object are read alike. */
export function actionsOf(record: JsonObject | undefined): ReadonlyMap<string, readonly JsonObject[]> {
  const action = objectOf(objectOf(record?.["event"])["action"]);
  const told = objectOf(objectOf(action["wants"])["slots"])["choices"] ?? null;
  const found = Array.isArray(told)
    ? told.map((one: Json) => [textOf(objectOf(one)["id"]), one] as const)
    : entries(told);
  return new Map(found.map(([id, one]) => [id, listOf(objectOf(one)["mapActions"]).filter(isObject)]));
}

function entries(told: Json): (readonly [string, Json])[] {
  return Object.entries(objectOf(told)).map(([key, one]) => [textOf(objectOf(one)["id"]) || key, one] as const);
}
