/** Tests read every language. */
import { LANGUAGES, learn } from "../src/i18n/words.ts";

await Promise.all(LANGUAGES.map(([code]) => learn(code)));
