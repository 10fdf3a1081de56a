/**
 * The part of the protocol that is no schema, for a program that must answer at once: it loads no zod. All of it is in
 * the package's main entry too.
 */
export * from "./environment.js";
export * from "./file-uri.js";
export * from "./geometry.js";
export * from "./invisible.js";
export * from "./json-rpc.js";
export * from "./lock-file.js";
export * from "./tool-input-schemas.generated.js";
