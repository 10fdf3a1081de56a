/** The answer about all files: in order, and not without end. */

import type { Diagnostic, DiagnosticsAnswer, FileDiagnostics } from "@tandem/base";
import { inOrder } from "./diagnostic-shapes.js";

/**
 * Files with errors first, and of those the one that was touched last; then the others in the same way. Within a file
 * errors come first. What is over the cap is left out, and how much that was is part of the answer.
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
  let room = cap;
  let leftOut = 0;
  for (const { path, diagnostics } of ordered) {
    const kept = inOrder(diagnostics).slice(0, room);
    room -= kept.length;
    leftOut += diagnostics.length - kept.length;
    if (kept.length > 0) files.push({ path, diagnostics: kept });
  }
  return { files, isCurrent, ...(leftOut > 0 && { leftOut }) };
}
