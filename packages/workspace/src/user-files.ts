/** Where Tandem keeps files of its user: one place for all editors, so that what was said in one counts in the others. */
import { homedir } from "node:os";
import { join, sep } from "node:path";
import type { Environment } from "@tandem/protocol";

/** A file that the user writes. */
export function configFile(env: Environment, name: string): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "tandem", name);
}

/** A file in which something is remembered. */
export function stateFile(env: Environment, name: string): string {
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state"), "tandem", name);
}

/** `/home/ada/engine` becomes `~/engine`, for people to read. */
export function tilde(path: string, home: string = homedir()): string {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
