/** The environment variables that decide which editor the client connects to. */
import type { Environment } from "@tandem-ide/base";

export interface ClientSettings {
  /** `CLAUDE_CODE_SSE_PORT`: the lock of this port matches regardless of its folders and wins over others. */
  readonly ssePort: number | undefined;
  /** `CLAUDE_CODE_AUTO_CONNECT_IDE` is false, which overrides everything else. */
  readonly autoConnectOff: boolean;
  /** `CLAUDE_CODE_IDE_SKIP_VALID_CHECK`: every lock matches. */
  readonly skipValidCheck: boolean;
  /** The terminal belongs to an IDE, so only an editor above the client in the process tree counts. */
  readonly ideTerminal: boolean;
  /** The host to connect to: `CLAUDE_CODE_IDE_HOST_OVERRIDE`, else loopback. */
  readonly host: string;
}

function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value !== undefined && values.includes(value.trim().toLowerCase());
}

/** IDEs that set `TERM_PROGRAM` to their name. */
const idePrograms = ["vscode", "cursor", "windsurf"];

function isIdeTerminal(env: Environment): boolean {
  const askPass = env.VSCODE_GIT_ASKPASS_MAIN ?? "";
  return (
    Boolean(env.FORCE_CODE_TERMINAL) ||
    Boolean(env.CURSOR_TRACE_ID) ||
    ["cursor", "windsurf"].some((name) => askPass.includes(name)) ||
    env.TERMINAL_EMULATOR === "JetBrains-JediTerm" ||
    isOneOf(env.TERM_PROGRAM, idePrograms)
  );
}

/** Reads the variables in the same way as the client. */
export function readClientSettings(env: Environment): ClientSettings {
  const port = Number.parseInt(env.CLAUDE_CODE_SSE_PORT ?? "", 10);
  return {
    ssePort: Number.isNaN(port) ? undefined : port,
    autoConnectOff: isOneOf(env.CLAUDE_CODE_AUTO_CONNECT_IDE, ["0", "false", "no", "off"]),
    skipValidCheck: isOneOf(env.CLAUDE_CODE_IDE_SKIP_VALID_CHECK, ["1", "true", "yes", "on"]),
    ideTerminal: isIdeTerminal(env),
    host: env.CLAUDE_CODE_IDE_HOST_OVERRIDE || "127.0.0.1",
  };
}
