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
  const { html, part, schema, z } = given;
  const answer = part("Answer", { found: schema.DynamicJson, busy: schema.Flag.optional() }, ({ found, busy }, place) =>
    late(({ answerOf }) => answerOf(found, busy, place)),
  );
  const letters = part("Letters", { results: schema.DynamicJson }, ({ results }, place) =>
    late(({ lettersOf }) => lettersOf(results, place)),
  );
  const file = part("LetterFile", { value: schema.Words }, (props, place) =>
    late(() => html`<loket-letter-file .given=${props} .place=${place}></loket-letter-file>`),
  );
  const { DynamicJson, Flag, Words } = schema;
  const open = part("OpenPlaces", { results: DynamicJson, text: Words, busy: Flag.optional() }, (props, place) =>
    late(() => html`<loket-open-places .given=${props} .place=${place}></loket-open-places>`),
  );
  const shown = {
    results: DynamicJson,
    busy: Flag.optional(),
    empty: Words.optional(),
    choosing: z.boolean().optional(),
  };
  const blocks = part("Blocks", shown, (props, place) => late(({ blocksOf }) => blocksOf(props, place)));
  const next = part("NextQuestions", { items: DynamicJson }, ({ items }, place) =>
    late(({ nextOf }) => nextOf(items, "", place)),
  );
  const trail = part("Trail", { tree: DynamicJson, results: DynamicJson, busy: Flag.optional() }, (props, place) =>
    late(({ trailOf }) => trailOf(props, place)),
  );
  const filled = { form: DynamicJson, values: DynamicJson, query: Words, checked: DynamicJson, status: DynamicJson };
  const growing = part("GrowingForm", filled, (props, place) =>
    late(() => html`<loket-growing-form .given=${props} .place=${place}></loket-growing-form>`),
  );
  return {
    parts: [answer, letters, file, open, blocks, next, trail, growing],
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
