/** The options and the status of the language servers. */
import type { Clock, LogSink } from "@tandem-ide/base";
import type { WorkspaceQuestion } from "../permission/trusted-folders.js";
import type { LanguageSettings } from "./settings.js";
import type { ServerState } from "./supervisor.js";
import type { Limits } from "./types.js";

/**
 * Options of {@link createLanguageServers}.
 *
 * @example
 * const options: LanguageServersOptions = { folders: ["/home/me/project"], mayRunFromWorkspace: userTrustsIt };
 */
export interface LanguageServersOptions {
  /** Absolute paths. The first folder also serves files outside all folders. */
  readonly folders: readonly string[];
  readonly settings?: LanguageSettings;
  /**
   * Whether programs from the workspace's `node_modules` may run, and whether servers may run the workspace's code (its
   * own TypeScript, build scripts). Ask the user first. By default, only programs on PATH outside the workspace run,
   * and of those only servers that run no code from a folder. They get a different working directory and an environment
   * without workspace paths.
   */
  readonly mayRunFromWorkspace?: boolean | ((path: string) => boolean);
  /** Called when an installed server needs the user's trust in a folder. */
  readonly onTrustNeeded?: (question: WorkspaceQuestion) => void;
  /** The environment of the servers, and the PATH to search. Defaults to `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: LogSink;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

/** The status of a server, for display. */
export interface ServerStatus {
  /** Its id, or the language when no server was found. */
  readonly server: string;
  readonly root: string;
  readonly state: ServerState | "missing";
  readonly command?: string;
  /** True when the program comes from the workspace. */
  readonly isFromWorkspace?: boolean;
  readonly pid?: number;
  /** The number of restarts. */
  readonly restarts: number;
  readonly lastError?: string;
  /** True when it is installed and would start if the user trusted the folder. */
  readonly needsTrust?: boolean;
}
