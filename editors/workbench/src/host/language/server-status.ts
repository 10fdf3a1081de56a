/** Describes the status of language servers for the user. */
import type { ServerStatus } from "@tandem-ide/workspace/language";
import type { LanguageServerFacts } from "../../messages-language.js";

/** Display names that differ from the id. */
const names: Readonly<Record<string, string>> = {
  typescript: "TypeScript",
  pyright: "Pyright",
};

const stateLabels: Readonly<Record<ServerStatus["state"], string>> = {
  starting: "starting",
  running: "",
  waiting: "crashed, restarting",
  failed: "crashed too many times; fix the cause and restart it",
  stopped: "stopped",
  missing: "no language server found",
};

/** A server's id in the model, which is the key of its connections. A language can have the same name as a server. */
export function serverKey({ server, root, state }: ServerStatus): string {
  return state === "missing" ? `no ${server} ${root}` : `${server} ${root}`;
}

export function describeServer(status: ServerStatus): LanguageServerFacts {
  const { server, state, command, lastError, needsTrust } = status;
  // The last error of a running server is from before its restart.
  const details = state === "running" || state === "starting" ? command : lastError;
  return {
    id: serverKey(status),
    name: names[server] ?? server,
    state,
    words: needsTrust ? "starts when you trust this folder" : stateLabels[state],
    ...(details !== undefined && { details }),
  };
}

/** Languages whose missing servers are listed under another language. */
const servedAs: Readonly<Record<string, string>> = {
  typescriptreact: "typescript",
  javascript: "typescript",
  javascriptreact: "typescript",
  cpp: "c",
  "objective-c": "c",
  "objective-cpp": "c",
  "cuda-cpp": "c",
};

/** Returns the entry that explains why files of a language have no server in a folder. */
export function missingServer(
  statuses: readonly ServerStatus[],
  languageId: string,
  folder: string | undefined,
): ServerStatus | undefined {
  const language = servedAs[languageId] ?? languageId;
  return statuses.find(({ state, server, root }) => state === "missing" && server === language && root === folder);
}
