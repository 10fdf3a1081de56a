/** Where Gemini CLI and its fork Qwen Code differ. Both speak the protocol of docs/protocol-gemini.md. */
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { agentTitles, type Environment } from "@tandem-ide/base";

/** What a discovery file says. */
export interface EditorFacts {
  readonly editorName: string;
  readonly editorPid: number;
  readonly port: number;
  readonly authToken: string;
  readonly folders: readonly string[];
}

export interface Dialect {
  /** The agent's name for people. */
  readonly agentName: string;
  /** The directory for discovery files, after the parents that others could make first. */
  directories(env: Environment, home: string): readonly string[];
  fileName(facts: EditorFacts): string;
  /** Members of the discovery file that only this agent reads. */
  ownMembers(facts: EditorFacts): Readonly<Record<string, unknown>>;
  /** The variable that makes a terminal's client choose this editor among several. */
  readonly portVariable: string;
}

/** Returns the directory that Node's `tmpdir` returns in a client with this environment. */
function temporaryDirectory(env: Environment): string {
  if (process.platform === "win32") return tmpdir();
  const directory = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return directory.length > 1 && directory.endsWith("/") ? directory.slice(0, -1) : directory;
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
  agentName: agentTitles.gemini,
  directories(env) {
    const gemini = join(temporaryDirectory(env), "gemini");
    return [gemini, join(gemini, "ide")];
  },
  fileName: ({ editorPid, port }) => `gemini-ide-server-${editorPid}-${port}.json`,
  ownMembers: () => ({}),
  portVariable: "GEMINI_CLI_IDE_SERVER_PORT",
};

export const qwenCode: Dialect = {
  agentName: agentTitles.qwen,
  directories: (env, home) => [join(env.QWEN_HOME || join(home, ".qwen"), "ide")],
  fileName: ({ port }) => `${port}.lock`,
  // The client deletes files whose `ppid` has ended. Its documents name `ideName`, but it reads `ideInfo`.
  ownMembers: ({ editorPid, editorName }) => ({ ppid: editorPid, ideName: editorName }),
  portVariable: "QWEN_CODE_IDE_SERVER_PORT",
};
