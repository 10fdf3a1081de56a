/** What every package needs and none should write twice. No dependency; this entry runs in a page too. */
export { type Clock, guardedClock, sleep, systemClock } from "./clock.js";
export type { Diagnostic, DiagnosticsAnswer, FileDiagnostics, Severity } from "./diagnostics.js";
export type { Environment } from "./environment.js";
export { messageOf, stackOf, systemErrorCode } from "./errors.js";
export { isBeforeOrSame, type Position, type TextRange } from "./geometry.js";
export { type LogEntry, Logger, type LogLevel, type LogSink } from "./log.js";
export { escapeRegExp, isRecord } from "./values.js";
export { Waiters } from "./waiters.js";
