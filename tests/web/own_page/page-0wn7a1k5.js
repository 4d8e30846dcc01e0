export default (shell) => ({
  talk: async () => (app, parts) =>
    shell.html`<h1 tabindex="-1">${app.about().title}: ${app.router.route.given ?? "nothing given"}</h1>
      ${parts.valueBox("Records", { records: app.conversation?.log.head ?? 0 })}
      <button type="button" @click=${() => app.begin("own", (id) => app.api.tell(id, { kind: "user_said", text: "Hello" }, crypto.randomUUID()))}>Begin</button>`,
});
