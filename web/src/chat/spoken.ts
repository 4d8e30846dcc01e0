/** In which language each turn of a talk is held: the assistants answer people in theirs. */
import { isOther } from "../elements/tongue-note.ts";
import { tongueOf } from "../i18n/tongue.ts";
import type { AssistantInfo } from "../transport/assistant-info.ts";

/** A language for each turn, "" where it is not known: that of the person's words if the assistant has it, else as before. */
export function spokenIn(
  turns: readonly { readonly said: { readonly text: string } | null }[],
  info: Pick<AssistantInfo, "own" | "languages"> | undefined,
): string[] {
  let spoken = info?.own ?? "";
  return turns.map(({ said }) => {
    const heard = tongueOf(said?.text ?? "");
    if (info && heard && !isOther(heard, info.own)) spoken = info.own;
    else if (info && heard && heard in info.languages) spoken = heard;
    return spoken;
  });
}
