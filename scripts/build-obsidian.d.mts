export const pluginFolder: string;
export const givenByObsidian: readonly string[];
/** Puts the plugin together, in the given folder or in `pluginFolder`, whole or not at all. */
export function buildObsidian(folder?: string): Promise<void>;
