/** A quiet line that is shown only while a condition holds. */
import { html, nothing } from "lit";
import { z } from "zod";
import { iconOf } from "../elements/icons.ts";
import { Common, Flag, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";

const Note = {
  name: "Note",
  tagName: "loket-note",
  schema: z.object({ ...Common, text: Words, when: Flag }).strict(),
};

class NotePart extends Part<typeof Note> {
  protected override readonly api = Note;

  protected override draw({ text, when }: Props<typeof Note>): Drawn {
    return when === true ? html`<p class="box note"><span>${iconOf("info")} ${text ?? ""}</span></p>` : nothing;
  }
}

export const note = entry(Note, NotePart);
