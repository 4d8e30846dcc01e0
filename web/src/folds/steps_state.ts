/** The shapes of the view `steps`, made from Python like the whole wire. */
export type {
  CallLine,
  CommandLine,
  ConsideredLine,
  NoteLine,
  RemoteLine,
  ScopeLine,
  StepLine,
  StepsState,
  TaskLine,
} from "../wire.ts";
