/** Returns the command that starts VS Code's server, or undefined when it isn't installed. */
export function vscodeCommand(): string[] | undefined;
/** Puts VS Code's server into the cache, completely or not at all. */
export function installVscode(): Promise<void>;
