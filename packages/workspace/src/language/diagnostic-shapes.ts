/** Converts a server's diagnostics to ours. Servers are third-party programs, so their messages are checked. */

import type { Diagnostic, Severity } from "@tandem-ide/base";
import { pathsOfFileUri, rangeSchema } from "@tandem-ide/protocol";
import * as z from "zod/mini";

const diagnosticSchema = z.object({
  range: rangeSchema,
  message: z.union([z.string(), z.object({ value: z.string() })]),
  severity: z.nullish(z.number()),
  code: z.nullish(z.union([z.string(), z.number()])),
  source: z.nullish(z.string()),
});

const severities = new Map<number, Severity>([
  [1, "Error"],
  [2, "Warning"],
  [3, "Info"],
  [4, "Hint"],
]);

/** Omits diagnostics without a range or a message. */
export function toDiagnostics(items: readonly unknown[]): Diagnostic[] {
  const out: Diagnostic[] = [];
  for (const item of items) {
    const parsed = z.safeParse(diagnosticSchema, item);
    if (!parsed.success) continue;
    const { range, message, severity, code, source } = parsed.data;
    out.push({
      message: typeof message === "string" ? message : message.value,
      // The server may omit the severity. It is treated as an error, which gets attention.
      severity: severities.get(severity ?? 1) ?? "Error",
      range: { start: { ...range.start }, end: { ...range.end } },
      ...(source != null && { source }),
      ...(code != null && { code }),
    });
  }
  return out;
}

const reportFields = {
  kind: z.enum(["full", "unchanged"]),
  resultId: z.nullish(z.string()),
  items: z.nullish(z.array(z.unknown())),
};
const reportSchema = z.object(reportFields);

/** The response to `textDocument/diagnostic`. */
export const documentReportSchema = z.object({
  ...reportFields,
  relatedDocuments: z.nullish(z.record(z.string(), reportSchema)),
});

/** The response to `workspace/diagnostic`, and each partial result. */
export const workspaceReportSchema = z.object({ items: z.array(z.object({ ...reportFields, uri: z.string() })) });

export type Report = z.infer<typeof reportSchema>;

/** Returns the path of a file URI, or undefined for other URIs. */
export function pathOfUri(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  // Servers written for VS Code use lowercase drive letters.
  return pathsOfFileUri(uri)[0]?.replace(/^[a-z](?=:\\)/, (letter) => letter.toUpperCase());
}

const rank: Record<Severity, number> = { Error: 0, Warning: 1, Info: 2, Hint: 3 };

/** Sorts errors first, then by position. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      rank[a.severity] - rank[b.severity] ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character,
  );
}

/** Removes duplicates, such as a problem that was both pulled and pushed. */
export function withoutDoubles(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()];
}
