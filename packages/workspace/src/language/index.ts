/** Language servers for editors that have none: diagnostics, and a relay for pages. */
import { LanguageServers } from "./language-servers.js";
import type { LanguageServersOptions } from "./options.js";

export type { LanguageServersOptions, ServerStatus } from "./options.js";
export { type PageConnection, relayedMethods } from "./relay.js";
export { defaultServers, type ServerDefinition, type ServerProgram } from "./servers-table.js";
export { type LanguageSettings, languageSettingsSchema, serversWith } from "./settings.js";
export { restartDelays, type ServerState } from "./supervisor.js";
export type { LanguageTools, Limits, OpenText } from "./types.js";
export type { LanguageServers };

/**
 * Creates the language servers for these folders. Each starts when a file of its language is first opened or asked about.
 * For the diagnostics of all files, a change on disk is enough. Throws an error about invalid settings.
 *
 * @example
 * await using servers = createLanguageServers({ folders: ["/home/me/project"], log: (entry) => console.error(entry) });
 * const workbench = await createWorkbench({ folders: ["/home/me/project"], languageTools: servers });
 */
export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  return new LanguageServers(options);
}
