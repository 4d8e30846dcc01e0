/** Asks in other words what record `seq` of a talk asked: in a copy of the talk up to there, which stays as it is. */
import type { App } from "./app.ts";

export async function askAnew(app: App, seq: number, text: string): Promise<void> {
  const { api, conversation, conversations, router } = app;
  if (!conversation) return;
  const id = await api.fork(conversation.id, seq - 1);
  await api.tell(id, { kind: "user_said", text }, crypto.randomUUID());
  app.left = { id: conversation.id, assistant: conversation.assistant, copy: id };
  router.go({ conversation: id, surface: null, talk: true });
  void conversations.load();
}
