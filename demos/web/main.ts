/** The demos' own parts of pages: the answer about an allowance, a letter and two about it, their words and their look. */
import { defineLate, late } from "./late.ts";
import { type Brought, lean, type PageModule, type ResultKind } from "./shell.ts";
import styles from "./styles.css?inline";
import { together } from "./together.ts";

const EXPLAINED: ResultKind = { draw: (raw, reader) => late(({ explained }) => explained(raw, reader)) };
/** Side by side with its like. */
const SHORT: ResultKind = { ...EXPLAINED, short: true };

const page: PageModule = (given): Brought => {
  lean(given);
  defineLate();
  const { html, part, schema } = given;
  const answer = part("Answer", { found: schema.DynamicJson, busy: schema.Flag.optional() }, ({ found, busy }, place) =>
    late(({ answerOf }) => answerOf(found, busy, place)),
  );
  const letters = part("Letters", { results: schema.DynamicJson }, ({ results }, place) =>
    late(({ lettersOf }) => lettersOf(results, place)),
  );
  const file = part("LetterFile", { value: schema.Words }, ({ setValue }, { reader, ask }) =>
    late(() => html`<loket-letter-file .reader=${reader} .ask=${ask} .take=${setValue}></loket-letter-file>`),
  );
  return {
    parts: [answer, letters, file],
    results: {
      bezwaar: { draw: (raw, reader) => late(({ caseResult }) => caseResult(raw, reader)) },
      documenten: SHORT,
      aandachtspunten: SHORT,
      verrijking: EXPLAINED,
    },
    arrange: together,
    talk: async () => (await import("./scenario/workbench.ts")).workbench,
    styles,
  };
};
export default page;
