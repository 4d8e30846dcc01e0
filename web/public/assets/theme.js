// Sets the chosen theme and language before anything is drawn, so that a dark page does not flash white.
try {
  const theme = localStorage.getItem("loket.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const language = localStorage.getItem("loket.language");
  if (["nl", "en", "de", "pt-BR"].includes(language)) document.documentElement.lang = language;
} catch {
  // Without storage the device's theme and Dutch are used.
}
