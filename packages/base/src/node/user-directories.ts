/** Where Tandem stores a user's files. All editors share them, so a choice made in one applies in the others. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../environment.js";

/** Ignores a relative path, as the XDG specification requires: it would point into the open folder. */
function baseDirectory(value: string | undefined, env: Environment, home: string, ...parts: string[]): string {
  return value && isAbsolute(value) ? value : join(env.HOME || home, ...parts);
}

/** Returns the path of a configuration file, which the user writes. */
export function configFile(env: Environment, name: string, home: string = homedir()): string {
  return join(baseDirectory(env.XDG_CONFIG_HOME, env, home, ".config"), "tandem", name);
}

/** Returns the path of a state file, which Tandem writes. */
export function stateFile(env: Environment, name: string, home: string = homedir()): string {
  return join(baseDirectory(env.XDG_STATE_HOME, env, home, ".local", "state"), "tandem", name);
}
