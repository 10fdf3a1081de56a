/**
 * Asks typescript-language-server for the diagnostics of a file, through its command for requests to tsserver.
 *
 * It only pushes diagnostics, without a version, at least 350 ms after a change, and not at all when a file was clean and
 * still is: so nobody could tell an answer for this text from one for the text before, and a clean file would have to be
 * waited for in vain after every edit. tsserver's own answer is exact and takes a few ms.
 */

import type { Diagnostic, Severity } from "@tandem/base";
import { ExecuteCommandRequest } from "vscode-languageserver-protocol/node";
import * as z from "zod/mini";
import type { SentDocument } from "./server-documents.js";
import type { Session } from "./session.js";

const command = "typescript.tsserverRequest";

/** Counted from 1, in UTF-16 code units. */
const place = z.object({ line: z.int(), offset: z.int() });
const answerSchema = z.object({
  body: z.array(
    z.object({
      start: place,
      end: place,
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

/** True where the server has that command (since its version 4). */
export function canAskTsserver({ capabilities }: Session): boolean {
  return capabilities.executeCommandProvider?.commands.includes(command) ?? false;
}

/** Throws when the server answers in another form: then what it pushes has to do. */
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
