/** The vault of a run: the twin of `vault/fold.py`. The same bytes under a name take the other's place, others get their own. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";

type Source = "user" | "agent" | "remote-agent" | "synth";
const SOURCES: readonly string[] = ["agent", "remote-agent", "synth"];

export interface VaultFile {
  readonly name: string;
  /** As it came. */
  readonly original: string;
  readonly media: string;
  readonly size: number;
  readonly digest: string;
  readonly uri: string;
  readonly source: Source;
  readonly seq: number;
  readonly docId: string;
  readonly call: string;
  readonly summary: string;
  readonly private: boolean;
  readonly priority: boolean;
}

export class Vault {
  readonly files = new Map<string, VaultFile>();
  readonly #about = new Map<string, JsonObject>();

  apply(record: JsonObject): void {
    const event = objectOf(record["event"]);
    const seq = Number(record["seq"]);
    const hidden = event["private"] === true;
    const ref = objectOf(event["ref"]);
    switch (event["kind"]) {
      case "user_said":
      case "agent_said":
        for (const file of listOf(event["files"]).filter(isObject))
          this.#add(file, { seq, source: event["kind"] === "user_said" ? "user" : "remote-agent" });
        return;
      case "file_added": {
        const source = textOf(event["source"]);
        if (source === "scenario") return;
        return void this.#add(ref, {
          seq,
          source: SOURCES.includes(source) ? (source as Source) : "user",
          private: hidden,
        });
      }
      case "progressed": {
        const about = objectOf(objectOf(event["part"])["document"]);
        if (about["name"]) this.#about.set(`${textOf(event["call"])} ${textOf(about["name"])}`, about);
        return;
      }
      case "file_kept":
        return this.#keep(seq, textOf(event["call"]), ref, hidden);
      case "redacted": {
        const seqs = listOf(event["seqs"]);
        return this.#drop((file) => seqs.includes(file.seq));
      }
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

  #keep(seq: number, call: string, ref: JsonObject, hidden: boolean): void {
    const original = textOf(ref["name"]);
    const about = this.#about.get(`${call} ${original}`);
    this.#drop((file) => file.call === call && file.original === original);
    const name = this.#add(ref, { seq, source: about ? "synth" : "agent", private: hidden });
    const file = this.files.get(name);
    if (!file) return;
    const summary = about && "summary" in about ? textOf(about["summary"]) : file.summary;
    this.files.set(name, { ...file, call, docId: textOf(about?.["docId"]), summary });
  }

  #add(ref: JsonObject, about: Pick<VaultFile, "seq" | "source"> & { readonly private?: boolean }): string {
    const blob = objectOf(ref["blob"]);
    const original = textOf(ref["name"]);
    const [digest, uri] = [textOf(blob["sha256"]), textOf(ref["uri"])];
    const same = [...this.files.values()].find(
      (file) => file.original === original && file.digest === digest && file.uri === uri,
    );
    const name = same?.name ?? numbered(original, (taken) => this.files.has(taken));
    if (same) this.files.delete(same.name);
    const { seq, source } = about;
    const hidden = about.private ?? false;
    this.files.set(
      name,
      same
        ? { ...same, seq, private: same.private || hidden }
        : {
            ...{ name, original, media: textOf(ref["media"]), size: Number(blob["size"] ?? 0), digest, uri },
            ...{ seq, source, docId: "", call: "", summary: "", private: hidden, priority: false },
          },
    );
    return name;
  }

  #act(name: string, payload: JsonObject): void {
    const file = this.files.get(textOf(payload["file"]));
    if (name === "flag" && file) {
      const { private: hidden, priority, summary } = payload;
      this.files.set(file.name, {
        ...file,
        private: typeof hidden === "boolean" ? hidden : file.private,
        priority: typeof priority === "boolean" ? priority : file.priority,
        summary: typeof summary === "string" ? summary : file.summary,
      });
    }
    if (name === "purge")
      this.#drop((one) => one.source === textOf(payload["source"]) || one.name === textOf(payload["file"]));
  }

  #drop(gone: (file: VaultFile) => boolean): void {
    for (const file of [...this.files.values()]) if (gone(file)) this.files.delete(file.name);
  }
}

/** The name, with a number before its ending while it is taken. */
function numbered(name: string, taken: (name: string) => boolean): string {
  const at = name.lastIndexOf(".");
  const [stem, ending] = at > 0 && name.length - at - 1 <= 8 ? [name.slice(0, at), name.slice(at)] : [name, ""];
  let fresh = name;
  for (let number = 2; taken(fresh); number++) fresh = `${stem} (${number})${ending}`;
  return fresh;
}
