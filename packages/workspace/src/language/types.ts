/**
 * The words between an editor and its language servers. They have the same shape as those of `@tandem/server` and the
 * workbench, which this package does not import: an object that fits here fits there.
 */
import type { Position, TextRange } from "@tandem/base";

export type { Position, TextRange };

/** How bad a problem is. */
export type Severity = "Error" | "Warning" | "Info" | "Hint";

/** A problem in a text. Positions count from 0 in UTF-16 code units. */
export interface Diagnostic {
  readonly message: string;
  readonly severity: Severity;
  readonly range: TextRange;
  readonly source?: string;
  readonly code?: string | number;
}

/** What is known about one file. */
export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The answer to "what is wrong?". */
export interface DiagnosticsAnswer {
  readonly files: readonly FileDiagnostics[];
  /** False when the diagnostics may be older than the text. */
  readonly isCurrent: boolean;
  /** How many diagnostics the cap left out, when it did (see {@link Limits.allDiagnostics}). */
  readonly leftOut?: number;
}

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
  diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer>;
}

/** One event of the log, as `@tandem/server` has it. */
export interface LogEntry {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Where log entries go. */
export type LogSink = (entry: LogEntry) => void;

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
