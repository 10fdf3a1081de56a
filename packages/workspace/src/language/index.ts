/** Language servers for an editor that has none: diagnostics, and a line for windows that ask more. */
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
 * Language servers for the files of these folders. None is started before the first file of its language is opened, asked
 * about or, for the question about all files, changed. Throws words about settings that do not fit.
 *
 * @example
 * await using servers = createLanguageServers({ folders: ["/home/me/project"], log: (entry) => console.error(entry) });
 * const workbench = await createWorkbench({ folders: ["/home/me/project"], languageTools: servers });
 */
export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  return new LanguageServers(options);
}
