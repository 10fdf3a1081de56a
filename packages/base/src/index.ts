/** Code shared by all packages. It has no dependencies, and this entry also runs in browsers. */
export { type AgentName, agentNames, agentTitles, isAgentName } from "./agents.js";
export { type Clock, guardedClock, sleep, systemClock } from "./clock.js";
export { Condition } from "./condition.js";
export type { Diagnostic, DiagnosticsAnswer, FileDiagnostics, Severity } from "./diagnostics.js";
export type { Environment } from "./environment.js";
export { messageOf, stackOf, systemErrorCode } from "./errors.js";
export { isBeforeOrSame, type Position, type TextRange } from "./geometry.js";
export { type LogEntry, Logger, type LogLevel, type LogSink } from "./log.js";
export { escapeRegExp, isRecord } from "./values.js";
export { version } from "./version.generated.js";
