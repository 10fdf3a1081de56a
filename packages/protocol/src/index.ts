/** The words of the protocol. Pure: no I/O, no Node, runs in a page. */
export * from "./explain.js";
export * from "./geometry-schema.js";
export * from "./json-rpc-schemas.js";
export * from "./lock-file-schema.js";
export * from "./mcp.js";
export * from "./notifications.js";
export * from "./plain.js";
export * from "./request-results.js";
export * from "./requests.js";
export * from "./tool-results.js";
export * from "./tools.js";
