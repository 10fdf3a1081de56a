/** Diagnostics by pull: `textDocument/diagnostic` and `workspace/diagnostic`. */
import {
  DocumentDiagnosticRequest,
  LSPErrorCodes,
  ResponseError,
  WorkspaceDiagnosticRequest,
} from "vscode-languageserver-protocol/node";
import * as z from "zod/mini";
import { documentReportSchema, pathOfUri, type Report, workspaceReportSchema } from "./diagnostic-shapes.js";
import type { SentDocument } from "./server-documents.js";
import type { Session } from "./session.js";

const selectorSchema = z.array(
  z.union([z.string(), z.object({ language: z.optional(z.string()), scheme: z.optional(z.string()) })]),
);
const providerSchema = z.object({
  identifier: z.nullish(z.string()),
  workspaceDiagnostics: z.nullish(z.boolean()),
  documentSelector: z.nullish(selectorSchema),
});

/** A diagnostics provider of the server. More can register while the server runs. */
export type Provider = z.infer<typeof providerSchema>;

function selects({ documentSelector }: Provider, languageId: string): boolean {
  // Patterns are ignored: a provider returns no diagnostics for a file it doesn't support.
  return (documentSelector ?? [{}]).some((filter) => {
    if (typeof filter === "string") return filter === languageId;
    return (filter.language ?? languageId) === languageId && (filter.scheme ?? "file") === "file";
  });
}

/** Returns the providers for a language. Empty for a server that only pushes. */
export function providersOf(session: Session, languageId?: string): Provider[] {
  const { capabilities, registrations } = session;
  const declared = [capabilities.diagnosticProvider, ...registrations.optionsOf(DocumentDiagnosticRequest.method)];
  return declared.flatMap((options) => {
    const parsed = z.safeParse(providerSchema, options);
    return parsed.success && (languageId === undefined || selects(parsed.data, languageId)) ? [parsed.data] : [];
  });
}

/** Returns whether the server was interrupted and should be asked again. */
function isRetryable(error: unknown): boolean {
  return (
    error instanceof ResponseError &&
    (error.code === LSPErrorCodes.ServerCancelled || error.code === LSPErrorCodes.ContentModified)
  );
}

/** Reports by path: of the file itself, and of other affected files. */
export type Reports = ReadonlyMap<string, Report>;

const maxTries = 5;

export async function pullDocument(
  session: Session,
  document: SentDocument,
  { identifier }: Provider,
  previousResultId: string | undefined,
  signal: AbortSignal,
): Promise<Reports> {
  const params = {
    textDocument: { uri: document.uri },
    ...(identifier != null && { identifier }),
    ...(previousResultId !== undefined && { previousResultId }),
  };
  for (let tries = 1; ; tries++) {
    try {
      const answer = await session.request(DocumentDiagnosticRequest.method, params, signal);
      const { relatedDocuments, ...own } = z.parse(documentReportSchema, answer);
      const reports = new Map<string, Report>([[document.path, own]]);
      for (const [uri, report] of Object.entries(relatedDocuments ?? {})) {
        const path = pathOfUri(uri);
        if (path !== undefined && path !== document.path) reports.set(path, report);
      }
      return reports;
    } catch (error) {
      if (!isRetryable(error) || tries === maxTries) throw error;
    }
  }
}

/**
 * Requests the diagnostics of all files. The server may keep this request open until something changes, so partial results
 * are used as they arrive, and the caller aborts it after a while.
 */
export async function pullWorkspace(
  session: Session,
  { identifier }: Provider,
  found: (path: string, report: Report) => void,
  signal: AbortSignal,
): Promise<void> {
  const take = (value: unknown) => {
    const parsed = z.safeParse(workspaceReportSchema, value);
    for (const { uri, ...report } of parsed.data?.items ?? []) {
      const path = pathOfUri(uri);
      if (path !== undefined) found(path, report);
    }
  };
  const partialResultToken = crypto.randomUUID();
  const stop = session.onProgress(partialResultToken, take);
  try {
    const params = { previousResultIds: [], partialResultToken, ...(identifier != null && { identifier }) };
    take(await session.request(WorkspaceDiagnosticRequest.method, params, signal));
  } finally {
    stop();
  }
}
