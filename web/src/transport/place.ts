/** Where the server's own API is: the page's own address, or the one that whoever serves the page names in /config.json. */

/** The address every request starts with; "" is the page's own. */
export async function findServer(): Promise<string> {
  try {
    const answer = await fetch("config.json", { cache: "no-store" });
    if (!answer.ok) return "";
    const config: unknown = await answer.json();
    const api = typeof config === "object" && config !== null && "api" in config ? config.api : "";
    return typeof api === "string" ? api.replace(/\/+$/, "") : "";
  } catch {
    return "";
  }
}
