// The SDK as the web shell's lock has it: what it exports under a name, found from web/ because these files lie outside.
import { createRequire } from "node:module";

export const sdk = createRequire(new URL("../../../web/package.json", import.meta.url));
