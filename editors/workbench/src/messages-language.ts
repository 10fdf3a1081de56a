/**
 * What the page and its host say about language servers; a part of messages.ts. The host keeps the texts and tells the
 * servers of them. A window asks the server of a file in the protocol's own JSON, over a line that the host passes on, and
 * is told what is wrong in the files that are open.
 */
import type { Severity, TextRange } from "@tandem/base";
import type { WorkspaceQuestion } from "@tandem/workspace/permission";
import * as z from "zod/mini";

const count = z.number().check(z.gte(0), z.int());
const path = z.string().check(z.minLength(1));
const position = z.object({ line: count, character: count });

/** The parameters of each request. */
export const languageRequests = {
  /** A line to the server of an open file. Files of the same server share one; what is wrong in this one is told again. */
  "language.connect": z.object({ path }),
  /** A message of the Language Server Protocol. The answer comes as `language.message`. */
  "language.send": z.object({ server: z.string(), message: z.string() }),
  /** Opens a file, by its path or URI, and selects in it: a definition, a problem. */
  "language.show": z.object({ file: path, range: z.object({ start: position, end: position }) }),
  /** Starts every language server anew, also those that were given up. */
  "language.restart": z.object({}),
  /** The user's answer to whether programs of a workspace folder may run. */
  "language.trust": z.object({ folder: path, isTrusted: z.boolean() }),
  /** What is wrong in all files that are known. */
  problems: z.object({}),
} as const;

/** A way to a server, or why there is none. */
export interface LanguageLine {
  /** How the server calls the file. */
  readonly uri: string;
  /** Which of the model's servers is the file's; none where no server is for files of its kind. */
  readonly server?: string;
  /** False where the server is missing. */
  readonly isConnected: boolean;
}

export interface Problem {
  readonly message: string;
  readonly severity: Severity;
  readonly source?: string;
  readonly code?: string | number;
}

/** A problem in a file that may not be open. */
export interface PlacedProblem extends Problem {
  readonly range: TextRange;
}

/** A problem in an open text, by offsets. */
export interface MarkedProblem extends Problem {
  readonly from: number;
  readonly to: number;
}

export interface Problems {
  /** Errors first. */
  readonly files: readonly { readonly path: string; readonly problems: readonly PlacedProblem[] }[];
  /** How many are left out, because there are too many. */
  readonly leftOut: number;
}

/** What each request is answered with; the others are answered with nothing. */
export interface LanguageResults {
  "language.connect": LanguageLine;
  problems: Problems;
}

/** What the host tells. */
export interface LanguageEvents {
  "language.message": { readonly server: string; readonly message: string };
  /** The server has gone with its folder. */
  "language.closed": { readonly server: string };
  /** What is wrong in an open file, in this version of its text. */
  diagnostics: {
    readonly path: string;
    readonly version: number;
    readonly diagnostics: readonly MarkedProblem[];
  };
}

/** A language server for people to look at. */
export interface LanguageServerFacts {
  readonly id: string;
  readonly name: string;
  readonly state: "starting" | "running" | "waiting" | "failed" | "stopped" | "missing";
  /** What the user should know beside its name; empty while all is well. */
  readonly words: string;
  /** The same at length. */
  readonly details?: string;
}

/** The part of the model that is about languages. */
export interface LanguageModel {
  /** Absent where there are no language tools. */
  readonly language?: {
    readonly servers: readonly LanguageServerFacts[];
    readonly questions: readonly WorkspaceQuestion[];
  };
}
