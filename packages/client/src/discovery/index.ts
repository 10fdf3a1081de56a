/** Discovery alone: this entry loads neither WebSocket nor schemas. The main entry exports all of it too. */
export type { ProcessState } from "@tandem-ide/base/node";
export type { Choice, ChosenCode, NotChosenCode } from "./choice.js";
export { type DiscoverOptions, type Discovery, discover } from "./discover.js";
export { type FoundEditor, targetOf } from "./found-editor.js";
export type { LockStatus, ObstacleCode } from "./lock-status.js";
export type { DiscoveryProblem, LockDirectory } from "./locks.js";
export type { FileFacts, System } from "./system.js";
