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
