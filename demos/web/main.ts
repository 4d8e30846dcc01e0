/** The demos' own parts of pages: the answer about an allowance, the letter and its draft, their words and their look. */
import { answerOf } from "./answer.ts";
import { caseResult } from "./case.ts";
import { defineDraft } from "./draft-card.ts";
import { explained } from "./explained.ts";
import { type Brought, lean, type PageModule, type Reader, type ResultKind, type Json, shell } from "./shell.ts";
import styles from "./styles.css?inline";
import { sayFor } from "./words.ts";

/** Drawn as any list is, side by side with its like. */
const SHORT: ResultKind = {
  short: true,
  draw: (raw, reader) => shell.draw.sectionOf(raw, reader.say),
};

function below(results: readonly Json[], reader: Reader): string {
  const quiet = results.some((one) => shell.json.isObject(one) && one["kind"] !== "bezwaar");
  return quiet ? sayFor(reader)("results.indication") : "";
}

const page: PageModule = (given): Brought => {
  lean(given);
  defineDraft();
  const answer = given.part("Answer", { found: given.schema.DynamicJson }, ({ found }, { reader, tongue, note }) =>
    answerOf(found, reader, tongue, note),
  );
  return {
    parts: [answer],
    results: {
      bezwaar: { draw: caseResult },
      documenten: SHORT,
      aandachtspunten: SHORT,
      verrijking: { draw: explained },
    },
    below,
    talk: async () => (await import("./scenario/workbench.ts")).workbench,
    styles,
  };
};
export default page;
