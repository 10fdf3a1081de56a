/** The command that starts VS Code's server, once it is installed; undefined where there is none. */
export function vscodeCommand(): string[] | undefined;
/** Puts VS Code's server into the cache, whole or not at all. */
export function installVscode(): Promise<void>;
