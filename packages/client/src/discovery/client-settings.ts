/** The environment variables by which the client decides which editor to take. */
import type { Environment } from "@tandem/base";

/** What the environment tells the client. */
export interface ClientSettings {
  /** `CLAUDE_CODE_SSE_PORT`: this port's lock fits whatever its folders are, and wins over others. */
  readonly ssePort: number | undefined;
  /** `CLAUDE_CODE_AUTO_CONNECT_IDE` is false, which beats everything else. */
  readonly autoConnectOff: boolean;
  /** `CLAUDE_CODE_IDE_SKIP_VALID_CHECK`: every lock fits. */
  readonly skipValidCheck: boolean;
  /** The terminal belongs to an IDE, so only an editor above the client in the process tree counts. */
  readonly ideTerminal: boolean;
  /** Where editors are dialled: `CLAUDE_CODE_IDE_HOST_OVERRIDE`, else loopback. */
  readonly host: string;
}

function isOneOf(value: string | undefined, words: readonly string[]): boolean {
  return value !== undefined && words.includes(value.trim().toLowerCase());
}

/** Programs whose terminals set their name as `TERM_PROGRAM`. */
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

/** Reads the variables as the client does. */
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
