/** Where Tandem keeps files of its user: one place for all editors, so that what was said in one counts in the others. */
import { homedir } from "node:os";
import { isAbsolute, join, sep } from "node:path";
import type { Environment } from "@tandem/protocol";

/** A relative one counts for nothing, as the XDG specification says: it would lead into whatever folder is served. */
function baseDirectory(value: string | undefined, env: Environment, ...parts: string[]): string {
  return value && isAbsolute(value) ? value : join(env.HOME || homedir(), ...parts);
}

/** A file that the user writes. */
export function configFile(env: Environment, name: string): string {
  return join(baseDirectory(env.XDG_CONFIG_HOME, env, ".config"), "tandem", name);
}

/** A file in which something is remembered. */
export function stateFile(env: Environment, name: string): string {
  return join(baseDirectory(env.XDG_STATE_HOME, env, ".local", "state"), "tandem", name);
}

/** `/home/ada/engine` becomes `~/engine`, for people to read. */
export function tilde(path: string, home: string = homedir()): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
