/** Is that endpoint right? Checks by requirement id, run against anything that has a lock file. */
export type {
  ClientConformanceOptions,
  ClientEndpoint,
  ClientStage,
  ClientTimes,
} from "./client/options.js";
export { listClientChecks, runClientConformance } from "./client/run.js";
export {
  type Ability,
  type Awaitable,
  type Finding,
  type Hand,
  type LaunchedEditor,
  type LaunchOptions,
  type OptionalVerb,
  type TestEditorOptions,
  testEditor,
} from "./contract/index.js";
export type { ConformanceOptions, Times } from "./options.js";
export type { CheckResult, Counts, Report, Status } from "./report.js";
export { formatJson } from "./reporters/json.js";
export { formatJunit } from "./reporters/junit.js";
export { formatText, type TextOptions } from "./reporters/text.js";
export { type CheckSummary, listChecks, runConformance } from "./run.js";
export type { Target } from "./target.js";
