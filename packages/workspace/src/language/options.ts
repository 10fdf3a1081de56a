/** What the host takes, and what it shows to people. */
import type { Clock, LogSink } from "@tandem/base";
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
  /** Absolute paths; the first one also serves files that lie in none. */
  readonly folders: readonly string[];
  readonly settings?: LanguageSettings;
  /**
   * May programs out of the workspace's `node_modules` be run, and servers run what the workspace brings (its own
   * TypeScript, build scripts)? That is running the workspace's code, so ask the user first. By default only programs on
   * PATH that lie outside of the workspace are run, of those only servers that run nothing of a folder, and these in
   * another directory and without what leads into the workspace in their environment.
   */
  readonly mayRunFromWorkspace?: boolean | ((path: string) => boolean);
  /** A server is installed that waits for the user's trust in a folder: the moment to ask. */
  readonly onTrustNeeded?: (question: WorkspaceQuestion) => void;
  /** Of the servers, and where PATH is taken from; by default this process's. */
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: LogSink;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

/** A server for people to look at. */
export interface ServerStatus {
  /** Its id; for one that is missing, the language. */
  readonly server: string;
  readonly root: string;
  readonly state: ServerState | "missing";
  readonly command?: string;
  /** It is run out of the workspace. */
  readonly isFromWorkspace?: boolean;
  readonly pid?: number;
  /** How often it was started again. */
  readonly restarts: number;
  readonly lastError?: string;
  /** It is installed, and starts when the user trusts the folder. */
  readonly needsTrust?: boolean;
}
