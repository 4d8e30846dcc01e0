// Sets the chosen theme before anything is drawn, so that a dark page does not flash white.
try {
  const theme = localStorage.getItem("loket.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.lang = localStorage.getItem("loket.language") === "en" ? "en" : "nl";
} catch {
  // Without storage the device's theme and Dutch are used.
}
