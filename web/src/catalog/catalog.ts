/** Our A2UI catalog: accessible components under the basic names, our own beside them, and the basic functions. */
import { BASIC_FUNCTIONS } from "@a2ui/web_core/v0_9/basic_catalog";
import { CATALOG } from "../surfaces/catalog-id.ts";
import { activity, questions, statusHistory } from "./activity.ts";
import type { LitComponentApi } from "./api.ts";
import { choicePicker, radioGroup, selectField } from "./choices.ts";
import { conversations, examples, tile } from "./counter.ts";
import { dateTimeInput, slider, tabs } from "./extra.ts";
import { checkBox, textField } from "./fields.ts";
import { form } from "./form.ts";
import { button, card, column, divider, grid, icon, list, pageHead, row, text, workbench } from "./layout.ts";
import { PageCatalog } from "../modules/brought.ts";
import { map } from "./map.ts";
import { note } from "./note.ts";
import { resultList } from "./results.ts";
import { statusPanel } from "./status.ts";
import { broken, unknown } from "./trouble.ts";
import { when } from "./when.ts";
import { words } from "./words.ts";

const OVERRIDES: LitComponentApi[] = [
  text,
  icon,
  row,
  column,
  list,
  card,
  tabs,
  divider,
  button,
  textField,
  checkBox,
  choicePicker,
  slider,
  dateTimeInput,
];

const OWN: LitComponentApi[] = [
  pageHead,
  workbench,
  grid,
  form,
  radioGroup,
  selectField,
  statusPanel,
  statusHistory,
  note,
  resultList,
  map,
  activity,
  questions,
  tile,
  examples,
  conversations,
  when,
  unknown,
  broken,
];

/** Pictures, sound and video of the basic catalog are left out on purpose: they would load from other hosts. */
export const catalog = new PageCatalog(CATALOG, [...OVERRIDES, ...OWN], [...BASIC_FUNCTIONS, words]);
