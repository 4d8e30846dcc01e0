/** All that draws what an assistant answered, with the words of the four languages. */
import styles from "./blocks.css?inline";
import { defineGrowingForm } from "./growing-form.ts";
import { defineLetter } from "./letter-card.ts";
import { defineLetterFile } from "./letter-file.ts";
import { defineOpenPlaces } from "./open-places.ts";

export { answerOf } from "./answer.ts";
export { blocksOf, nextOf } from "./blocks.ts";
export { trailOf } from "./trail.ts";
export { caseResult } from "./case.ts";
export { explained } from "./explained.ts";
export { lettersOf } from "./letters.ts";

/** Makes its elements, and brings the look of what only they draw. */
export function defineLetters(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  defineGrowingForm();
  defineLetter();
  defineLetterFile();
  defineOpenPlaces();
}
