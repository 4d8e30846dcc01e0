/** What a run will begin with: chosen step by step, kept in this browser per address, and carried by a link. */
import { isObject, type JsonObject, listOf, parseJson, textOf } from "../../../web/src/transport/json.ts";
import { Changes } from "../../../web/src/state/changes.ts";
import { keepOptions, keptOptions, type Options, optionsIn, playedBy } from "./options.ts";
import { rolesIn, type Scenario, type ScenarioAgent } from "./scenario.ts";
import { Refused } from "./refusal.ts";
import type { CardCheck, LibraryEntry, Player, Server } from "./server.ts";
import * as stored from "./stored.ts";

export type Loading = "none" | "waiting" | "loading" | "here" | "failed";

/** After the last letter of an address it is looked at. */
const PAUSE = 500;

export class Config extends Changes {
  endpoint = stored.read(stored.ENDPOINT);
  card: CardCheck | null = null;
  connecting: Loading = "none";
  refusal: Refused | null = null;
  address = stored.read(stored.SCENARIO);
  scenario: Scenario | null = null;
  loading: Loading = "none";
  problem: Refused | null = null;
  players: readonly Player[] = [];
  library: readonly LibraryEntry[] = [];
  planner = "";
  counterpart = "";
  tools: ReadonlySet<string> = new Set();
  options: Options = keptOptions();
  /** The course of events; "" for the first of the scenario. */
  variant = "";
  /** What was kept and what the link says is here: before that, it would come in between what somebody types. */
  opened = false;
  /** Somebody came by a link that is cut off or none: nothing was taken from it. */
  brokenLink = false;
  #pause: number | undefined;
  /** The newest question to the server: what older ones come back with counts no more. */
  #asked = 0;

  constructor(readonly server: Server) {
    super();
  }

  /** Takes what a link says, then what was kept; whatever is known is looked up at once. */
  async open(given: string | undefined): Promise<void> {
    await this.#remember();
    const said = given ? parseJson(stored.ofBase64url(given) ?? "") : undefined;
    if (isObject(said)) this.#take(said);
    this.brokenLink = Boolean(given) && !isObject(said);
    this.opened = true;
    this.changed();
    void this.browse();
    if (this.address) void this.load();
    if (this.endpoint) void this.connect();
  }

  /** What another browser of this person kept is here, too; and what changes here will be there. */
  async #remember(): Promise<void> {
    try {
      const waiting = new Map<string, number>();
      stored.mirrored(await this.server.remembered(), (name, value) => {
        window.clearTimeout(waiting.get(name));
        waiting.set(
          name,
          window.setTimeout(() => void this.server.remember(name, value), PAUSE),
        );
      });
    } catch {
      return; // this browser remembers by itself
    }
    this.endpoint ||= stored.read(stored.ENDPOINT);
    this.address ||= stored.read(stored.SCENARIO);
    this.options = keptOptions();
  }

  /** Reads which scenarios there are to choose from. */
  async browse(): Promise<void> {
    try {
      [this.library, this.players] = await Promise.all([this.server.library(), this.server.players()]);
    } catch {
      // An address can be given all the same; the library itself says what is wrong with it.
    }
    this.changed();
  }

  get ours(): ScenarioAgent | undefined {
    return this.scenario?.agents.find(({ id }) => id === this.planner);
  }

  get ready(): boolean {
    return this.connecting === "here" && !this.card?.doubtful && this.loading === "here" && this.planner !== "";
  }

  /** The address at which the other side is an agent that is played here. */
  get bridge(): string {
    const { scenario, planner, counterpart, variant } = this;
    const of = this.server.idOf(this.address);
    const which = of ? { scenarioId: of } : { scenario: scenario?.raw ?? null };
    const roles = { agents: [{ id: planner }, { id: counterpart }], startingAgentId: planner, unlisted: true };
    return this.server.bridge({ ...which, ...roles, ...(variant ? { variant } : {}) });
  }

  /** Who wants it played here has allowed its address. Where that is not theirs to say, connecting tells why. */
  async simulate(): Promise<void> {
    this.setEndpoint(this.bridge);
    this.connecting = "loading";
    this.changed();
    await this.server.allow(this.endpoint).catch(() => undefined);
    await this.connect();
  }

  /** Whether the other side is one that is played here, as it is chosen now. */
  get playedHere(): boolean {
    return this.scenario !== null && this.endpoint === this.bridge;
  }

  /** Changes who plays what: a side that is played here is played as chosen from then on, for its address says how. */
  #choose(change: () => void): void {
    const here = this.playedHere;
    change();
    this.changed();
    if (here && this.counterpart && !this.playedHere) void this.simulate();
  }

  /** What a link to this carries. */
  get link(): string {
    const { endpoint, address: scenario, planner, counterpart, variant, options } = this;
    const roles = { planner, counterpart, variant, tools: [...this.tools] };
    return stored.base64url(JSON.stringify({ endpoint, scenario, ...roles, ...options }));
  }

  /** What a run is begun with. */
  get choice(): JsonObject {
    const { endpoint, planner: agent, counterpart, variant } = this;
    const off = (this.ours?.tools ?? []).map(({ name }) => name).filter((name) => !this.tools.has(name));
    const chosen = { agent, counterpart, variant, endpoint, ...playedBy(this.options), toolsOff: off };
    return { scenario: this.scenario?.raw ?? null, ...chosen };
  }

  setEndpoint(endpoint: string): void {
    this.endpoint = endpoint.trim();
    this.card = this.refusal = null;
    this.connecting = "none";
    this.changed();
  }

  async connect(): Promise<void> {
    const { endpoint } = this;
    if (!endpoint) return;
    stored.keep(stored.ENDPOINT, endpoint);
    this.connecting = "loading";
    this.refusal = this.card = null;
    this.changed();
    try {
      const card = await this.server.card(endpoint);
      if (endpoint !== this.endpoint) return;
      this.card = card;
      this.connecting = "here";
      this.#derive();
    } catch (error) {
      if (endpoint !== this.endpoint) return;
      this.refusal = Refused.of(error);
      this.connecting = "failed";
    }
    this.changed();
  }

  /** Where nobody chose a scenario, an agent that is a side of one says of which. */
  #derive(): void {
    const behind = this.address ? null : this.server.behind(this.endpoint);
    if (!behind) return;
    this.#wanted = { planner: behind.caller, counterpart: "", tools: null };
    this.setAddress(behind.address, true);
  }

  /** The person says that this address on their own machine or network may be called, or an agent whose card changed. */
  async allow(digest = ""): Promise<void> {
    try {
      await (digest ? this.server.agree(this.endpoint, digest) : this.server.allow(this.endpoint));
    } catch (error) {
      this.refusal = Refused.of(error);
      return this.changed();
    }
    await this.connect();
  }

  /** Another address of a scenario, letter by letter: it is loaded when nobody writes any more. */
  setAddress(address: string, atOnce = false): void {
    this.#here ||= this.playedHere;
    this.address = address.trim();
    this.scenario = this.problem = null;
    this.#asked += 1;
    window.clearTimeout(this.#pause);
    this.loading = this.address ? "waiting" : "none";
    stored.keep(stored.SCENARIO, this.address);
    if (this.address) this.#pause = window.setTimeout(() => void this.load(), atOnce ? 0 : PAUSE);
    this.changed();
  }

  async load(): Promise<void> {
    const asked = (this.#asked += 1);
    this.loading = "loading";
    this.problem = null;
    this.changed();
    try {
      const scenario = await this.server.scenario(this.address);
      if (asked !== this.#asked) return;
      this.#settle(scenario);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.problem = Refused.of(error);
      this.loading = "failed";
    }
    this.changed();
  }

  setPlanner(planner: string): void {
    const { scenario } = this;
    if (!scenario) return;
    const other = planner === this.counterpart ? this.planner : this.counterpart;
    this.#choose(() => {
      ({ planner: this.planner, counterpart: this.counterpart } = rolesIn(scenario, planner, other));
      this.#keepRoles();
      this.#enable();
    });
  }

  setCounterpart(counterpart: string): void {
    this.#choose(() => {
      this.counterpart = counterpart;
      this.#keepRoles();
    });
  }

  setVariant(variant: string): void {
    this.#choose(() => {
      this.variant = variant === this.scenario?.variants[0]?.id ? "" : variant;
      this.#keepRoles();
    });
  }

  setTools(tools: readonly string[]): void {
    this.tools = new Set(tools);
    stored.keepTools(this.address, this.planner, tools);
    this.changed();
  }

  setOptions(change: Partial<Options>): void {
    this.options = { ...this.options, ...change };
    keepOptions(change);
    this.changed();
  }

  /** The scenario is here: so are the agent that was played last and its tools, at once. */
  #settle(scenario: Scenario): void {
    this.scenario = scenario;
    this.loading = "here";
    const kept = stored.rolesFor(this.address);
    const wanted = this.#wanted ?? kept;
    ({ planner: this.planner, counterpart: this.counterpart } = rolesIn(
      scenario,
      wanted?.planner,
      wanted?.counterpart,
    ));
    this.variant = scenario.variants.find(({ id }) => id === wanted?.variant)?.id ?? "";
    if (this.#wanted) this.#keepRoles();
    this.#enable();
    this.#wanted = null;
    if (this.#here && this.counterpart) void this.simulate();
    this.#here = false;
  }

  /** The other side was played here when another scenario was chosen: it is to play that one. */
  #here = false;
  #wanted: (stored.Roles & { readonly tools: readonly string[] | null }) | null = null;

  #enable(): void {
    const all = this.ours?.tools.map(({ name }) => name) ?? [];
    const chosen = this.#wanted?.tools ?? stored.toolsFor(this.address, this.planner) ?? all;
    this.tools = new Set(all.filter((name) => chosen.includes(name)));
    stored.keepTools(this.address, this.planner, [...this.tools]);
  }

  #keepRoles(): void {
    const { planner, counterpart, variant } = this;
    stored.keepRoles(this.address, { planner, counterpart, variant });
  }

  #take(said: JsonObject): void {
    const text = (name: string): string => textOf(said[name]);
    this.endpoint = text("endpoint") || this.endpoint;
    this.address = text("scenario") || this.address;
    this.options = optionsIn(said, this.options);
    const tools = Array.isArray(said["tools"]) ? listOf(said["tools"]).map(textOf) : null;
    const [planner, counterpart, variant] = ["planner", "counterpart", "variant"].map(text) as [string, string, string];
    this.#wanted = { planner, counterpart, variant, tools };
  }
}
