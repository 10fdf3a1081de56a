/**
 * Requests the diagnostics of a file from typescript-language-server, through its command for tsserver requests.
 *
 * The server only pushes diagnostics: without a version, at least 350 ms after a change, and not at all when a file
 * without diagnostics still has none. So it is unclear which text a push is about, and for a clean file none arrives.
 * The response of tsserver is exact and takes a few ms.
 */
import type { Diagnostic, Severity } from "@tandem-ide/base";
import { ExecuteCommandRequest } from "vscode-languageserver-protocol/node";
import * as z from "zod/mini";
import type { SentDocument } from "./server-documents.js";
import type { Session } from "./session.js";

const command = "typescript.tsserverRequest";

/** One-based, in UTF-16 code units. */
const position = z.object({ line: z.int(), offset: z.int() });
const answerSchema = z.object({
  body: z.array(
    z.object({
      start: position,
      end: position,
      text: z.string(),
      code: z.optional(z.number()),
      category: z.optional(z.string()),
      source: z.optional(z.string()),
    }),
  ),
});

const severities = new Map<string, Severity>([
  ["error", "Error"],
  ["warning", "Warning"],
  ["suggestion", "Hint"],
  ["message", "Info"],
]);

/** Returns whether the server has the command (since version 4). */
export function canAskTsserver({ capabilities }: Session): boolean {
  return capabilities.executeCommandProvider?.commands.includes(command) ?? false;
}

/** Throws when the server's response has an unknown form. Then its pushed diagnostics are used. */
export async function askTsserver(session: Session, { uri }: SentDocument, signal: AbortSignal): Promise<Diagnostic[]> {
  const kinds = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"];
  const answers = await Promise.all(
    kinds.map((kind) =>
      session.request(ExecuteCommandRequest.method, { command, arguments: [kind, { file: uri }] }, signal),
    ),
  );
  return answers.flatMap((answer) =>
    z.parse(answerSchema, answer).body.map(({ start, end, text, code, category = "error", source = "typescript" }) => ({
      message: text,
      severity: severities.get(category) ?? "Error",
      range: {
        start: { line: start.line - 1, character: start.offset - 1 },
        end: { line: end.line - 1, character: end.offset - 1 },
      },
      source,
      ...(code !== undefined && { code }),
    })),
  );
}
