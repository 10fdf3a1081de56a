/** Where the doctor looks. Passed in, so that a test can stage a fault without being ill itself. */
import { realpathSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { type Clock, type Environment, systemClock } from "@tandem/base";

/**
 * The computer, the user and the terminal that are looked at.
 *
 * @example
 * const here: Surroundings = { ...thisComputer({ env: process.env, cwd: process.cwd(), version: "0.1.0" }), root: "/tmp/other" };
 */
export interface Surroundings {
  readonly env: Environment;
  /** Where Claude Code would be started. */
  readonly cwd: string;
  readonly home: string;
  /** The same with symbolic links resolved, where that is possible. */
  readonly realHome?: string;
  readonly platform: string;
  /** Where the system's own files begin: `/proc`, `/etc` and the like are looked for below it. */
  readonly root: string;
  /** Undefined where the system knows no such number. */
  readonly uid: number | undefined;
  readonly userName: string;
  /** Of the Node that runs this, without the `v`. */
  readonly nodeVersion: string;
  /** Of Tandem. */
  readonly version: string;
  readonly clock: Clock;
  /** Takes the place of `CLAUDE_CONFIG_DIR`. */
  readonly configDir?: string;
  /** Claude Code's program, where it is not `claude` on the PATH. */
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
    // A user id without an entry, as in many containers.
    return env.USER ?? env.USERNAME ?? "";
  }
}

/**
 * The computer that this runs on, seen from a directory and an environment.
 *
 * @example
 * const { findings } = await examine(thisComputer({ env: process.env, cwd: process.cwd(), version: "0.1.0" }));
 */
export function thisComputer(
  given: Pick<Surroundings, "env" | "cwd" | "version" | "configDir" | "claudePath">,
): Surroundings {
  // As a beginning of paths it must not end in a slash of its own.
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
