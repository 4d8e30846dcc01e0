/** How the demos' page module is bundled: one script with a digest in its name, for the shell of the server to load. */
import { fileURLToPath } from "node:url";
import { compressed } from "../../web/compress.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default {
    root,
    // What comes later lies beside the module, wherever a server puts that.
    base: "./",
    publicDir: false,
    plugins: [compressed()],
    build: {
        target: "es2022",
        modulePreload: false,
        rollupOptions: {
            input: `${root}main.ts`,
            preserveEntrySignatures: "strict",
            output: { format: "es", entryFileNames: "page-[hash].js", chunkFileNames: "[name]-[hash].js" },
        },
    },
};
