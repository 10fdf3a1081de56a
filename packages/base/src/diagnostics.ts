/** Diagnostics as reported by editors and language servers. */
import type { TextRange } from "./geometry.js";

export type Severity = "Error" | "Warning" | "Info" | "Hint";

export interface Diagnostic {
  readonly message: string;
  readonly severity: Severity;
  readonly range: TextRange;
  readonly source?: string;
  readonly code?: string | number;
}

export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DiagnosticsAnswer {
  readonly files: readonly FileDiagnostics[];
  /** False when the diagnostics may be older than the text. */
  readonly isCurrent: boolean;
  /** How many diagnostics were dropped because of a limit. */
  readonly leftOut?: number;
}
