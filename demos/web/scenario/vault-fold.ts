/** The vault of a run: the twin of `vault/fold.py`. Of one name the newest counts; a file that was private stays so. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";

export interface VaultFile {
  readonly name: string;
  readonly media: string;
  readonly size: number;
  readonly digest: string;
  readonly source: "user" | "remote-agent" | "synth";
  readonly seq: number;
  readonly docId: string;
  readonly call: string;
  readonly summary: string;
  readonly private: boolean;
  readonly priority: boolean;
}

export class Vault {
  readonly files = new Map<string, VaultFile>();

  apply(record: JsonObject): void {
    const event = objectOf(record["event"]);
    const seq = Number(record["seq"]);
    const hidden = event["private"] === true;
    switch (event["kind"]) {
      case "user_said":
        return this.#add(event["files"], { seq, source: "user" });
      case "agent_said":
        return this.#add(event["files"], { seq, source: "remote-agent" });
      case "file_added":
        if (event["source"] === "scenario") return;
        return this.#add([event["ref"] ?? null], { seq, source: "user", private: hidden });
      case "file_kept":
        return this.#add([event["ref"] ?? null], {
          seq,
          source: "synth",
          call: textOf(event["call"]),
          private: hidden,
        });
      case "returned":
        if (event["ok"] === true) this.#name(textOf(event["call"]), event["value"] ?? null);
        return;
      case "surface_acted":
        if (event["surface"] === "workbench") this.#act(textOf(event["name"]), objectOf(event["payload"]));
    }
  }

  /** The document that an attachment names, by its docId or else by its exact name. */
  resolve(wanted: JsonObject): VaultFile | undefined {
    const docId = textOf(wanted["docId"]);
    const byId = docId ? [...this.files.values()].findLast((file) => file.docId === docId) : undefined;
    return byId ?? this.files.get(textOf(wanted["name"]));
  }

  #add(files: Json | undefined, about: Pick<VaultFile, "seq" | "source"> & Partial<VaultFile>): void {
    for (const raw of listOf(files).filter(isObject)) {
      const blob = objectOf(raw["blob"]);
      const name = textOf(raw["name"]);
      const before = this.files.get(name);
      this.files.delete(name);
      this.files.set(name, {
        name,
        media: textOf(raw["media"]),
        size: Number(blob["size"] ?? 0),
        digest: textOf(blob["sha256"]),
        docId: "",
        call: "",
        summary: "",
        ...about,
        priority: before?.priority ?? false,
        private: (before?.private ?? false) || (about.private ?? false),
      });
    }
  }

  /** The documents of a result are those that its call kept, by their names. */
  #name(call: string, value: Json): void {
    for (const document of documentsIn(value)) {
      const file = this.files.get(textOf(document["name"]));
      if (file?.call !== call) continue;
      this.files.set(file.name, { ...file, docId: textOf(document["docId"]), summary: textOf(document["summary"]) });
    }
  }

  #act(name: string, payload: JsonObject): void {
    const file = this.files.get(textOf(payload["file"]));
    if (name === "flag" && file) {
      const { private: hidden = file.private, priority = file.priority, summary = file.summary } = said(payload);
      this.files.set(file.name, { ...file, private: hidden, priority, summary });
    }
    if (name !== "purge") return;
    const source = textOf(payload["source"]);
    for (const one of [...this.files.values()])
      if (one.name === textOf(payload["file"]) || one.source === source) this.files.delete(one.name);
  }
}

function said(payload: JsonObject): { private?: boolean; priority?: boolean; summary?: string } {
  const { private: hidden, priority, summary } = payload;
  return {
    ...(typeof hidden === "boolean" ? { private: hidden } : {}),
    ...(typeof priority === "boolean" ? { priority } : {}),
    ...(typeof summary === "string" ? { summary } : {}),
  };
}

/** Every document in a result, however deep: an object with a docId and a name. */
export function* documentsIn(value: Json): Iterable<JsonObject> {
  if (Array.isArray(value)) for (const inner of listOf(value)) yield* documentsIn(inner);
  else if (isObject(value)) {
    if (textOf(value["docId"]) && textOf(value["name"])) yield value;
    else for (const inner of Object.values(value)) yield* documentsIn(inner);
  }
}
