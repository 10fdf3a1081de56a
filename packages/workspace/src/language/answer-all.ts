import type { Diagnostic, DiagnosticsAnswer, FileDiagnostics } from "@tandem-ide/base";
import { inOrder } from "./diagnostic-shapes.js";

/**
 * Orders the diagnostics of all files: files with errors first, the last changed of them at the top, then the other
 * files. Within a file errors come first. Omits diagnostics beyond the cap, and counts them in the result.
 */
export function answerAll(
  known: ReadonlyMap<string, readonly Diagnostic[]>,
  touchedAt: (path: string) => number,
  cap: number,
  isCurrent: boolean,
): DiagnosticsAnswer {
  const hasError = (diagnostics: readonly Diagnostic[]) => diagnostics.some(({ severity }) => severity === "Error");
  const ordered = [...known]
    .filter(([, diagnostics]) => diagnostics.length > 0)
    .map(([path, diagnostics]) => ({ path, diagnostics, rank: hasError(diagnostics) ? 0 : 1, at: touchedAt(path) }))
    .sort((a, b) => a.rank - b.rank || b.at - a.at || (a.path < b.path ? -1 : 1));
  const files: FileDiagnostics[] = [];
  let remaining = cap;
  let leftOut = 0;
  for (const { path, diagnostics } of ordered) {
    const kept = inOrder(diagnostics).slice(0, remaining);
    remaining -= kept.length;
    leftOut += diagnostics.length - kept.length;
    if (kept.length > 0) files.push({ path, diagnostics: kept });
  }
  return { files, isCurrent, ...(leftOut > 0 && { leftOut }) };
}
