/** What an editor tells its language servers and asks them, and the bounds of that. */
import type { DiagnosticsAnswer } from "@tandem/base";

/** A text that is open in the editor. */
export interface OpenText {
  readonly path: string;
  readonly languageId: string;
  /** Counts up with every change while the file is open. */
  readonly version: number;
  /** With LF line ends. */
  text(): string;
}

/** What an editor tells its language tools and asks them. */
export interface LanguageTools {
  opened(text: OpenText): void;
  changed(text: OpenText): void;
  saved(path: string): void;
  closed(path: string): void;
  /** Of one file or of all that are known. When `patience` aborts, what is known is answered at once. */
  diagnostics(path: string | undefined, patience: AbortSignal): DiagnosticsAnswer | Promise<DiagnosticsAnswer>;
}

/** Bounds of what is read, kept and answered. */
export interface Limits {
  /** A file with more bytes is not sent to a server, and has no diagnostics. */
  readonly fileBytes: number;
  /** Files that are open in a server because they were asked about or have changed, besides those of the editor. */
  readonly files: number;
  /** Diagnostics in an answer about all files. */
  readonly allDiagnostics: number;
  /** Folders that are watched below one workspace folder. */
  readonly watchedFolders: number;
  /** How long a server may take for `initialize`, in ms. */
  readonly initializeMs: number;
  /** How long a server may take to stop, in ms, before it is killed. */
  readonly stopMs: number;
}

/**
 * The bounds that hold unless others are given.
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
