/** Discovers editors, connects to them and calls their tools, as Claude Code does. */
export { type Clock, systemClock } from "@tandem-ide/base";
export type { CallOptions, Client } from "./client.js";
export { connect } from "./connect.js";
export { redialDelays } from "./connection/back-off.js";
export type { AnyNotificationListener, NotificationListener } from "./connection/notification-hub.js";
export {
  type Choice,
  type ChosenCode,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryProblem,
  discover,
  type FileFacts,
  type FoundEditor,
  type LockDirectory,
  type LockStatus,
  type NotChosenCode,
  type ObstacleCode,
  type ProcessState,
  type System,
  targetOf,
} from "./discovery/index.js";
export {
  AnswerError,
  ConnectError,
  type ConnectErrorCode,
  ConnectionClosedError,
  TimeoutError,
} from "./errors.js";
export { claudeCode, type Identity } from "./identity.js";
export type { ConnectOptions } from "./options.js";
export type { ClosedState, ConnectionState } from "./state.js";
export { addressOf, type Target } from "./target.js";
export type { Violation, ViolationCode } from "./violation.js";
