/** The demos' own parts of pages: the answer about an allowance, the letter and its draft, their words and their look. */
import { answerOf } from "./answer.ts";
import { caseResult } from "./case.ts";
import { defineDraft } from "./draft-card.ts";
import { explained, together } from "./explained.ts";
import { type Brought, lean, type PageModule, type ResultKind } from "./shell.ts";
import styles from "./styles.css?inline";

/** Side by side with its like. */
const SHORT: ResultKind = { short: true, draw: explained };

const page: PageModule = (given): Brought => {
  lean(given);
  defineDraft();
  const answer = given.part(
    "Answer",
    { found: given.schema.DynamicJson, busy: given.schema.Flag.optional() },
    ({ found, busy }, place) => answerOf(found, busy, place),
  );
  return {
    parts: [answer],
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
