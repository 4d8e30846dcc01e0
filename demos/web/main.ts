/** The demos' own parts of pages: the answer about an allowance, a letter and two about it, their words and their look. */
import { answerOf } from "./answer.ts";
import { caseResult } from "./case.ts";
import { explained, together } from "./explained.ts";
import { lettersOf } from "./letters.ts";
import { type Brought, lean, type PageModule, type ResultKind } from "./shell.ts";
import styles from "./styles.css?inline";

/** Side by side with its like. */
const SHORT: ResultKind = { short: true, draw: explained };

/** The cards of letters and their files come with the first page that shows one. */
async function cards(): Promise<void> {
  const [card, file] = await Promise.all([import("./letter-card.ts"), import("./letter-file.ts")]);
  card.defineLetter();
  file.defineLetterFile();
}

const page: PageModule = (given): Brought => {
  lean(given);
  const answer = given.part(
    "Answer",
    { found: given.schema.DynamicJson, busy: given.schema.Flag.optional() },
    ({ found, busy }, place) => answerOf(found, busy, place),
  );
  const letters = given.part("Letters", { results: given.schema.DynamicJson }, ({ results }, place) => {
    void cards();
    return lettersOf(results, place);
  });
  const file = given.part("LetterFile", { value: given.schema.Words }, ({ setValue }, { reader, ask }) => {
    void cards();
    return given.html`<loket-letter-file .reader=${reader} .ask=${ask} .take=${setValue}></loket-letter-file>`;
  });
  return {
    parts: [answer, letters, file],
    results: {
      bezwaar: { draw: caseResult },
      documenten: SHORT,
      aandachtspunten: SHORT,
      verrijking: { draw: explained },
    },
    arrange: together,
    talk: async () => (await import("./scenario/workbench.ts")).workbench,
    styles,
  };
};
export default page;
