/** Tests read every language. */
import { LANGUAGES, learn, learnAll } from "../src/i18n/words.ts";

await Promise.all(LANGUAGES.map(([code]) => learn(code)));
await learnAll();
