/** Finding editors without connecting to one: it loads no WebSocket and no schemas. All of it is in the package's main entry too. */

export type { ProcessState } from "@tandem/base/node";
export type { Choice, ChosenCode, NotChosenCode } from "./choice.js";
export { type DiscoverOptions, type Discovery, discover } from "./discover.js";
export { type FoundEditor, targetOf } from "./found-editor.js";
export type { DiscoveryProblem, LockDirectory } from "./locks.js";
export type { FileFacts, System } from "./system.js";
export type { ObstacleCode, Verdict } from "./verdict.js";
