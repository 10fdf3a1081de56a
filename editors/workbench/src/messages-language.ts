/**
 * Messages between page and host about language servers, a part of messages.ts. The host notifies the servers of
 * changes to texts. A window sends requests to a file's server as JSON of the Language Server Protocol, which the host
 * relays, and receives the problems of open files.
 */
import type { Severity, TextRange } from "@tandem-ide/base";
import type { WorkspaceQuestion } from "@tandem-ide/workspace/permission";
import * as z from "zod/mini";

const count = z.number().check(z.gte(0), z.int());
const path = z.string().check(z.minLength(1));
const position = z.object({ line: count, character: count });

export const languageRequests = {
  /** Connects to an open file's server, and sends the file's problems again. Files of one server share a connection. */
  "language.connect": z.object({ path }),
  /** Sends a message of the Language Server Protocol. The response is a `language.message` event. */
  "language.send": z.object({ server: z.string(), message: z.string() }),
  /** Opens a file by path or URI and selects a range, such as a definition or a problem. */
  "language.show": z.object({ file: path, range: z.object({ start: position, end: position }) }),
  /** Restarts all language servers, including those that failed. */
  "language.restart": z.object({}),
  /** The user's decision on running programs from a workspace folder. */
  "language.trust": z.object({ folder: path, isTrusted: z.boolean() }),
  /** Returns the problems of all known files. */
  problems: z.object({}),
} as const;

export interface LanguageLine {
  /** The file's URI for the server. */
  readonly uri: string;
  /** The id of the file's server in the model. Missing if no server supports the file. */
  readonly server?: string;
  /** False if the server isn't installed. */
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

/** A problem in an open text. */
export interface MarkedProblem extends Problem {
  readonly from: number;
  readonly to: number;
}

export interface Problems {
  /** Errors first. */
  readonly files: readonly { readonly path: string; readonly problems: readonly PlacedProblem[] }[];
  /** The number of problems left out because there are too many. */
  readonly leftOut: number;
}

/** The results of requests. Requests not listed have no result. */
export interface LanguageResults {
  "language.connect": LanguageLine;
  problems: Problems;
}

/** Events from the host. */
export interface LanguageEvents {
  "language.message": { readonly server: string; readonly message: string };
  /** The server was removed with its folder. */
  "language.closed": { readonly server: string };
  /** The problems of an open file in a version of its text. */
  diagnostics: {
    readonly path: string;
    readonly version: number;
    readonly diagnostics: readonly MarkedProblem[];
  };
}

/** The status of a language server. */
export interface LanguageServerFacts {
  readonly id: string;
  readonly name: string;
  readonly state: "starting" | "running" | "waiting" | "failed" | "stopped" | "missing";
  /** Shown next to its name. Empty while everything works. */
  readonly words: string;
  /** Shown as a tooltip. */
  readonly details?: string;
}

/** The model's part about language servers. */
export interface LanguageModel {
  /** Missing if language servers are disabled. */
  readonly language?: {
    readonly servers: readonly LanguageServerFacts[];
    readonly questions: readonly WorkspaceQuestion[];
  };
}
