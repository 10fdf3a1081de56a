/** Builds the plugin into a folder that is called as the plugin, and throws when it would not be fit for Obsidian's list. */
export function packageObsidian(folder?: string): Promise<{ folder: string; bytes: number; compressed: number }>;
