/** The interface between an editor and its language servers, and the limits. */
import type { DiagnosticsAnswer } from "@tandem-ide/base";

/** A text that is open in the editor. */
export interface OpenText {
  readonly path: string;
  readonly languageId: string;
  /** Increases with every change while the file is open. */
  readonly version: number;
  /** With LF line endings. */
  text(): string;
}

/** The language features that an editor uses. */
export interface LanguageTools {
  opened(text: OpenText): void;
  changed(text: OpenText): void;
  saved(path: string): void;
  closed(path: string): void;
  /** Returns the diagnostics of one file or of all. When `signal` aborts, returns those known so far. */
  diagnostics(path: string | undefined, signal: AbortSignal): DiagnosticsAnswer | Promise<DiagnosticsAnswer>;
}

/** The limits of language servers. */
export interface Limits {
  /** A larger file isn't sent to a server and has no diagnostics. */
  readonly fileBytes: number;
  /** The number of files that are open in a server without being open in the editor. */
  readonly files: number;
  /** The number of diagnostics in a result for all files. */
  readonly allDiagnostics: number;
  /** The number of watched folders in one workspace folder. */
  readonly watchedFolders: number;
  /** The timeout for `initialize`, in ms. */
  readonly initializeMs: number;
  /** The time a server has to shut down, in ms, before it is killed. */
  readonly stopMs: number;
}

/**
 * The default limits.
 *
 * @example
 * createLanguageServers({ folders, limits: { ...defaultLimits, fileBytes: 8 * 1024 * 1024 } });
 */
export const defaultLimits: Limits = {
  fileBytes: 2 * 1024 * 1024,
  files: 100,
  allDiagnostics: 500,
  watchedFolders: 10_000,
  initializeMs: 30_000,
  stopMs: 2_000,
};
