/** Returns the command that starts Neovim, or undefined when it isn't installed. */
export function neovimCommand(version?: string): string | undefined;
/** Puts Neovim into the cache, completely or not at all. */
export function installNeovim(version?: string): Promise<void>;
