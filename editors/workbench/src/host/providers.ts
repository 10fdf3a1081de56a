/**
 * What the workbench itself lacks and can be given: language tools. Without them `getDiagnostics` is not offered. What
 * runs code is in code-runner.ts.
 */
import type { Diagnostic } from "@tandem/base";
import type { LanguageTools as DiagnosticTools } from "@tandem/workspace/language";
import type { WorkspaceQuestion } from "@tandem/workspace/permission";

/**
 * What finds problems in files, language servers say. It is told of every text that is open, unsaved changes included. An
 * object that only has diagnostics will do; what is optional is for the page.
 */
export interface LanguageTools extends DiagnosticTools {
  /** A line for a window that asks in the protocol's own JSON; undefined where a file has no server. */
  connect?(path: string, send: (message: string) => void): Promise<LanguageConnection | undefined>;
  /** Tells what is wrong in files that are open, as it changes; the function that is returned ends it. */
  onDiagnosticsChanged?(listener: (path: string, diagnostics: readonly Diagnostic[]) => void): () => void;
  /** The workspace folders have changed. */
  setFolders?(folders: readonly string[]): void;
  /** Each server that was needed so far, also those that are not there. */
  status?(): readonly LanguageServerStatus[];
  onStatusChanged?(listener: () => void): () => void;
  /** Starts all servers anew. */
  restart?(): void;
  /** Looks for servers that were not there: one was installed, or the user has allowed it. */
  lookAgain?(): void;
}

/** One window's line to one server. */
export interface LanguageConnection {
  /** The server's id and root. Files of the same key share a server. */
  readonly key: string;
  receive(message: string): void;
  close(): void;
}

/** A server for people to look at. */
export interface LanguageServerStatus {
  /** Its id; for one that is missing, the language. */
  readonly server: string;
  readonly root: string;
  readonly state: "starting" | "running" | "waiting" | "failed" | "stopped" | "missing";
  readonly command?: string;
  readonly lastError?: string;
  /** It is installed, and starts when the user trusts the folder. */
  readonly needsTrust?: boolean;
}

/**
 * Programs that the workspace brings, or that run what lies there: that is the workspace's code, so the page asks.
 *
 * @example
 * await createWorkbench({ folders, languageTools, workspacePrograms });
 */
export interface WorkspacePrograms {
  /** What waits for the user's word. */
  readonly questions: readonly WorkspaceQuestion[];
  onChanged(listener: () => void): () => void;
  /** The user's word about a workspace folder; yes is for always, no for now. */
  answer(folder: string, isTrusted: boolean): Promise<void>;
}
