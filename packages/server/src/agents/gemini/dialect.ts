/** Where Gemini CLI and its fork Qwen Code differ. Both speak the protocol of docs/protocol-gemini.md. */
import { delimiter } from "node:path";

/** What a discovery file says. */
export interface EditorFacts {
  readonly editorName: string;
  readonly editorPid: number;
  readonly port: number;
  readonly authToken: string;
  readonly folders: readonly string[];
}

export interface Dialect {
  readonly name: "gemini" | "qwen";
  fileName(facts: EditorFacts): string;
  /** Members of the discovery file that only this agent reads. */
  ownMembers(facts: EditorFacts): Readonly<Record<string, unknown>>;
  /** The variable that makes a terminal's client choose this editor among several. */
  readonly portVariable: string;
}

/** The members that both read. Without `ideInfo` a client only connects in terminals that it knows. */
export function discoveryContent(dialect: Dialect, facts: EditorFacts): Readonly<Record<string, unknown>> {
  const { port, authToken, folders, editorName } = facts;
  return {
    port,
    workspacePath: folders.join(delimiter),
    authToken,
    ideInfo: { name: "tandem", displayName: editorName },
    ...dialect.ownMembers(facts),
  };
}

export const geminiCli: Dialect = {
  name: "gemini",
  fileName: ({ editorPid, port }) => `gemini-ide-server-${editorPid}-${port}.json`,
  ownMembers: () => ({}),
  portVariable: "GEMINI_CLI_IDE_SERVER_PORT",
};

export const qwenCode: Dialect = {
  name: "qwen",
  fileName: ({ port }) => `${port}.lock`,
  // The client deletes files whose `ppid` has ended. Its documents name `ideName`, but it reads `ideInfo`.
  ownMembers: ({ editorPid, editorName }) => ({ ppid: editorPid, ideName: editorName }),
  portVariable: "QWEN_CODE_IDE_SERVER_PORT",
};
