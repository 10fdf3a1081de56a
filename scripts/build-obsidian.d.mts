export const pluginFolder: string;
export const givenByObsidian: readonly string[];
/** Builds the plugin in the given folder, by default `pluginFolder`. */
export function buildObsidian(folder?: string): Promise<void>;
