/** How the shell is bundled into the Python package, and how its unit tests run. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compressed } from "./compress.ts";
import { licensesOfFiles } from "./licenses.ts";

const LICENSES = "assets/licenses.md";

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Whoever serves the shell may do so below any path.
  base: "./",
  build: {
    outDir: from("../src/loket/static"),
    emptyOutDir: true,
    sourcemap: false,
    target: "es2022",
    // Whose work is in the bundle, and on what terms: some of them ask that it is said wherever it goes.
    license: { fileName: LICENSES },
    // The renderer brings drawings of its own for every part, and each names an element: ours are others.
    rollupOptions: {
      // What home is made of comes in one file: in ten small ones it weighs more, and each has to be asked for.
      output: { codeSplitting: { groups: [{ name: "page", test: /src\/(?:elements|state)\// }] } },
      treeshake: { moduleSideEffects: [{ test: /@a2ui\/lit\/src\/v0_9\/catalogs\//, sideEffects: false }] },
    },
  },
  plugins: [licensesOfFiles(LICENSES), compressed()],
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    // The shell of `npm run dev` talks to a running `make run`, as a page of that server itself would.
    proxy: Object.fromEntries(
      ["/api", "/events", "/healthz"].map((path) => [
        path,
        { target: "http://127.0.0.1:10002", changeOrigin: true, headers: { origin: "http://127.0.0.1:10002" } },
      ]),
    ),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    setupFiles: ["tests/languages.ts"],
    // To read every module and make a page anew for each file took nine tenths of the time.
    isolate: false,
    restoreMocks: true,
    testTimeout: 10_000,
  },
});
