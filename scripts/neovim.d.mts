/** The command that starts Neovim, once it is installed; undefined where there is none. */
export function neovimCommand(): string | undefined;
/** Puts Neovim into the cache, whole or not at all. */
export function installNeovim(): Promise<void>;
