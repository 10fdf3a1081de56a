/** What to tell people about a language server. */
import type { LanguageServerFacts } from "../../messages-language.js";
import type { LanguageServerStatus } from "../providers.js";

/** As their makers write them, where that is not the id. */
const names: Readonly<Record<string, string>> = {
  typescript: "TypeScript",
  basedpyright: "basedpyright",
  pyright: "Pyright",
};

const words: Readonly<Record<LanguageServerStatus["state"], string>> = {
  starting: "starting",
  running: "",
  waiting: "crashed, is started again",
  failed: "crashed too often, given up: restart it when the reason is mended",
  stopped: "stopped",
  missing: "no language server found",
};

/** The name under which a server is found in the model: its connections' key. A language may be called like a server. */
export function serverKey({ server, root, state }: LanguageServerStatus): string {
  return state === "missing" ? `no ${server} ${root}` : `${server} ${root}`;
}

export function describeServer(status: LanguageServerStatus): LanguageServerFacts {
  const { server, state, command, lastError, needsTrust } = status;
  // Of one that runs, the last error is of an earlier life.
  const details = state === "running" || state === "starting" ? command : lastError;
  return {
    id: serverKey(status),
    name: names[server] ?? server,
    state,
    words: needsTrust ? "not started before you trust this folder" : words[state],
    ...(details !== undefined && { details }),
  };
}

/** Languages whose servers are listed, when they are missing, under another one. */
const relatives: Readonly<Record<string, string>> = {
  typescriptreact: "typescript",
  javascript: "typescript",
  javascriptreact: "typescript",
  cpp: "c",
  "objective-c": "c",
  "objective-cpp": "c",
  "cuda-cpp": "c",
};

/** The entry that says why files of a language have no server in a folder. */
export function missingServer(
  statuses: readonly LanguageServerStatus[],
  languageId: string,
  folder: string | undefined,
): LanguageServerStatus | undefined {
  const language = relatives[languageId] ?? languageId;
  return statuses.find(({ state, server, root }) => state === "missing" && server === language && root === folder);
}
