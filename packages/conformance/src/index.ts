/** Checks whether an endpoint or a client follows the protocol, and tests editors against the contract. */
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
  type Driver,
  type Finding,
  type Lacking,
  type LaunchedEditor,
  type LaunchOptions,
  type OptionalVerb,
  type TestEditorOptions,
  testEditor,
} from "./contract/index.js";
export { type GeminiConformanceOptions, listGeminiChecks, runGeminiConformance } from "./gemini/run.js";
export type { ConformanceOptions, Times } from "./options.js";
export type { CheckResult, Counts, Report, Status } from "./report.js";
export { formatJson } from "./reporters/json.js";
export { formatJunit } from "./reporters/junit.js";
export { formatText, type TextOptions } from "./reporters/text.js";
export { type CheckSummary, listChecks, runConformance } from "./run.js";
export type { Target } from "./target.js";
