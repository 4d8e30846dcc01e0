/** What a talk of its own is made of besides what every module is given; the elements go by their names in the page. */
import "../styles/log.css";
import "../styles/chat.css";
import "../styles/composer.css";
import "../styles/talk.css";
import "../styles/answers.css";
import "../chat/composer.ts";
import { prose } from "../chat/prose.ts";
import "../elements/copy-button.ts";
import { Here } from "../elements/here.ts";
import "../elements/schema-form.ts";
import { valueBox } from "../elements/value-box.ts";
import { table } from "../elements/value-table.ts";
import { LogBook } from "../log/book.ts";
import "../log/log-pane.ts";
import "../log/prompt.ts";

export const parts = { Here, LogBook, prose, table, valueBox };
export type TalkParts = typeof parts;
