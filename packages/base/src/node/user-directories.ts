/** Where Tandem keeps files of its user: one place for all editors, so that what was said in one counts in the others. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../environment.js";

/** A relative one counts for nothing, as the XDG specification says: it would lead into whatever folder is served. */
function baseDirectory(value: string | undefined, env: Environment, home: string, ...parts: string[]): string {
  return value && isAbsolute(value) ? value : join(env.HOME || home, ...parts);
}

/** A file that the user writes. */
export function configFile(env: Environment, name: string, home: string = homedir()): string {
  return join(baseDirectory(env.XDG_CONFIG_HOME, env, home, ".config"), "tandem", name);
}

/** A file in which something is remembered. */
export function stateFile(env: Environment, name: string, home: string = homedir()): string {
  return join(baseDirectory(env.XDG_STATE_HOME, env, home, ".local", "state"), "tandem", name);
}
