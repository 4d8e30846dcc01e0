/** What clients were told before the view of it begins: read from the whole log, page after page, when a person wants it. */
import { isObject, type JsonObject, objectOf } from "../transport/json.ts";
import type { LogBook } from "./book.ts";

/** The commands of the records before this one, oldest first; null when not all of them can be read. */
export async function toldBefore(log: LogBook, seq: number): Promise<JsonObject[] | null> {
  await log.readAll();
  const commands: JsonObject[] = [];
  for (let at = 1; at < seq; at++) {
    const line = log.line(at);
    if (!line) return null;
    const { command = null } = objectOf(line.raw["event"]);
    if (line.kind === "client_told" && isObject(command)) commands.push(command);
  }
  return commands;
}
