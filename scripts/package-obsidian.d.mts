/** Builds the plugin in a folder with the plugin's name. Throws when it breaks the rules of Obsidian's plugin list. */
export function packageObsidian(folder?: string): Promise<{ folder: string; bytes: number; compressed: number }>;
