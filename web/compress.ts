/** Leaves a smaller copy beside each file of a bundle, so that the server compresses nothing while somebody waits. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const KINDS = /\.(?:js|css|html|svg|json|md)$/;
/** Smaller files fit in one packet as they are. */
const LEAST = 1024;

/** Writes `.br` and `.gz` beside whatever is worth it, once all is written. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    writeBundle(options) {
      folder = options.dir ?? "";
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, name);
        if (!KINDS.test(name) || statSync(path).size < LEAST) continue;
        const body = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
        writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
