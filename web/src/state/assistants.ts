/** Assistants as the reader sees them: in their language where the assistant has it. */
import type { AssistantInfo } from "../transport/assistant-info.ts";

/** The assistant with title, summary and starters in this language; as it is where it does not have it. */
export function inLanguage(info: AssistantInfo, language: string): AssistantInfo {
  const told = info.languages[language];
  if (told === undefined || info.locale === language) return info;
  return {
    ...info,
    locale: language,
    title: told.title || info.title,
    summary: told.summary || info.summary,
    starters: told.starters.length > 0 ? told.starters : info.starters,
  };
}

/** The title a tool or specialist gives itself, in this language where it has one, and which that is. */
export function titled(
  tool: string,
  assistants: readonly AssistantInfo[],
  language: string,
): { readonly title: string; readonly lang: string } {
  const of = assistants.find((one) => one.tools[tool]);
  const here = of?.specialists[language]?.[tool];
  return here ? { title: here, lang: language } : { title: of?.tools[tool] ?? "", lang: of?.own ?? "" };
}
