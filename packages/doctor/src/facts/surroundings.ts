/** What the doctor examines, passed in so tests can set up faults. */
import { realpathSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { type Clock, type Environment, systemClock } from "@tandem-ide/base";

/**
 * The computer, the user and the terminal to examine.
 *
 * @example
 * const here: Surroundings = { ...thisComputer({ env: process.env, cwd: process.cwd(), version: "0.1.0" }), root: "/tmp/other" };
 */
export interface Surroundings {
  readonly env: Environment;
  /** The folder that Claude Code is started in. */
  readonly cwd: string;
  readonly home: string;
  /** The home directory with symbolic links resolved, if possible. */
  readonly realHome?: string;
  readonly platform: string;
  /** The root of system paths such as `/proc` and `/etc`. */
  readonly root: string;
  /** Undefined on systems without user IDs. */
  readonly uid: number | undefined;
  readonly userName: string;
  /** Without the leading `v`. */
  readonly nodeVersion: string;
  /** Tandem's version. */
  readonly version: string;
  readonly clock: Clock;
  /** Overrides `CLAUDE_CONFIG_DIR`. */
  readonly configDir?: string;
  /** Claude Code's program, if it isn't `claude` on the PATH. */
  readonly claudePath?: string;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function nameOfUser(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    // The user ID has no entry, as in many containers.
    return env.USER ?? env.USERNAME ?? "";
  }
}

/**
 * Returns the surroundings on this computer, for a directory and an environment.
 *
 * @example
 * const { findings } = await examine(thisComputer({ env: process.env, cwd: process.cwd(), version: "0.1.0" }));
 */
export function thisComputer(
  given: Pick<Surroundings, "env" | "cwd" | "version" | "configDir" | "claudePath">,
): Surroundings {
  // Paths are compared with it as a prefix, so it must not end in a slash.
  const home = (given.env.HOME || homedir()).replace(/(?<=.)[/\\]+$/, "");
  return {
    home,
    realHome: realPathOf(home),
    platform: process.platform,
    root: "/",
    uid: process.getuid?.(),
    userName: nameOfUser(given.env),
    nodeVersion: process.versions.node,
    clock: systemClock,
    ...given,
  };
}
