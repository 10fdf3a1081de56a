/** The words of the protocol. Pure: no I/O, no Node, runs in a page. */
export * from "./environment.js";
export * from "./explain.js";
export * from "./file-uri.js";
export * from "./geometry.js";
export * from "./invisible.js";
export * from "./json-rpc.js";
export * from "./json-rpc-schemas.js";
export * from "./lock-file.js";
export * from "./mcp.js";
export * from "./notifications.js";
export * from "./request-results.js";
export * from "./requests.js";
export * from "./tool-input-schemas.generated.js";
export * from "./tool-results.js";
export * from "./tools.js";
