/** Returns the command that starts Neovim, or undefined when it isn't installed. */
export function neovimCommand(version?: string): string | undefined;
/** Puts Neovim into the cache, completely or not at all. */
export function installNeovim(version?: string): Promise<void>;
/** Returns the folder of the plugin toggleterm, or undefined when it isn't installed. */
export function toggletermFolder(): string | undefined;
/** Puts the plugin toggleterm into the cache. */
export function installToggleterm(): Promise<void>;
