"""The workbench: a scenario says who talks with whom about what; one planner plays one side of it, step by step.

A run is a conversation of the assistant `scenario`, and its log is all there is of it. What happens, as which records,
written by what:

- a scenario is chosen: `FileAdded` (the whole, private, source `scenario`), `ToolsFound`, `Changed` with the setting
  `run`; by `starting.open_run`
- tools ticked off, instructions, mode, endpoint: `Changed` (`tools_off`, `run`, `approvals`); by `starting.change`, or
  the platform's own API
- begin, a note to the planner, flags and purges of the vault: `SurfaceActed`, typed in `acts.py`; by `starting.begin`
  and `starting.act`
- stop: `Changed` and `Stopped`; by `starting.halt`
- the person before it speaks, answers, gives a file: `UserSaid`, `Answered`, `FileAdded`; by the platform
- the other agent says something, or is heard of: `AgentSaid`; by the engine when we asked it, by the door when it asks
- a step: `Decided`, of which `Ask` is askUser, `Wait` sleep, `Done` done, `Call` sendMessage or a tool; by the planner
- what a planner did wrong: `Decided` whose step is `error CODE`, a `Cancel` when it goes on at once, a `Wait` when not
- what a tool gave, and its documents: `Returned`, `FileKept`; by the oracle, with `context.keep`

`events.UnifiedLog` folds them to the unified events of the contract (channel, author, seq). `run.run_of(settings)` is
all that the planner may know; the whole scenario is the file of the digest `Run.digest`: `oracle.source.scenario_at`.

Who asks and who is asked are played the same. With an `endpoint`, sendMessage goes there by A2A. Without one somebody
asks us: a door tells `AgentSaid` (by="agent", key=messageId, without call and state), and what it gives back is what
sendMessage returned well, `{"status": "sent", "text", "files", "finality"}`: `turn` leaves the task input-required,
`conversation` completes it.

To start one in process: `async with tests.scenario.playing.workbench() as bench`, or by hand

    run = await open_run(house, owner, RunChoice(scenario=scenario_named("clinic-visit"), agent="patient"))
    await begin(house, owner, run)

Over HTTP `POST /api/scenario/runs` takes the same as JSON (`scenario` or `scenarioId`) and answers `{"run": ID}`, then
`POST /api/scenario/runs/ID/begin`; the events are at `GET /api/scenario/runs/ID/events?after=SEQ`.

Which file is whose:

- play: `shapes.py`, `run.py`, `acts.py`, `starting.py`, `events.py` and `event_lines.py`, `declaration.py`,
  `components.py`; `planner/` (sections of the prompt, replies, steps, the player without a model, sendMessage);
  `doors/runs.py`
- oracle: `validation.py` (paths), `oracle/` (plays the tools; `oracle/source.py` is the source `scenario`), `vault/`
  (the fold of documents, flags, AVAILABLE_FILES, readAttachment), `data/scenarios/*.json`, `shipped.py`
- gates: `library.py` (CRUD), `gates.py`, `doors/` (bridge, counterpart, rooms, MCP, model endpoints) but for `runs.py`,
  `exchanges/` (raw JSON-RPC of each exchange)
- trial: `trial/` (`loket bench`)
- pages: `demos/web/scenario/`
"""
