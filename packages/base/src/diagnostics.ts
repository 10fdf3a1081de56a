/** Diagnostics as editors and language servers tell them. */
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
  /** How many a cap left out, when it did. */
  readonly leftOut?: number;
}
