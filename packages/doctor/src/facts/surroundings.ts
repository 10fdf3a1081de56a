/** Where the doctor looks. Passed in, so that a test can stage a fault without being ill itself. */
import { homedir, userInfo } from "node:os";
import { type Clock, systemClock } from "@tandem/client";
import type { Environment } from "@tandem/protocol";

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
  return {
    home: given.env.HOME || homedir(),
    platform: process.platform,
    root: "/",
    uid: process.getuid?.(),
    userName: nameOfUser(given.env),
    nodeVersion: process.versions.node,
    clock: systemClock,
    ...given,
  };
}
