/**
 * What a release of Claude Code does as the client of an editor. Three releases were measured (docs/protocol.md,
 * section 9); of those in between nobody knows, and then neither do we.
 */
import type { ClaudeFacts } from "./claude-code.js";
import type { Facts } from "./facts.js";
import { isAtLeast } from "./versions.js";

/** `unknown` for a release between two that were measured, and for one that could not be asked. */
export type Trait = "yes" | "no" | "unknown";

/** How releases differ where it matters to somebody whose editor is not found. */
export interface ReleaseTraits {
  /** `CLAUDE_CODE_SSE_PORT` alone makes it connect. */
  readonly connectsByPort: Trait;
  /** It dials again when the connection drops. */
  readonly redials: Trait;
  /** It sends the connection to 127.0.0.1 through a proxy of the environment. Seen in 2.1.112, not in 2.1.325. */
  readonly asksProxyForLoopback: Trait;
  /** It reads `~/.claude/ide` also when `CLAUDE_CONFIG_DIR` names another directory. */
  readonly readsHomeToo: Trait;
}

function since(version: string, lastWithout: string, firstWith: string): Trait {
  if (isAtLeast(version, firstWith)) return "yes";
  return isAtLeast(lastWithout, version) ? "no" : "unknown";
}

/** Whether `claude` without `--ide` connects to the editor that was chosen. */
export function connectsByItself({ claude, environment, settings, choice }: Facts): boolean {
  const value = (name: string) => environment.variables.find((one) => one.name === name)?.value;
  if (settings.autoConnectIde?.value || environment.isIdeTerminal) return true;
  if (/^(1|true|yes|on)$/i.test(value("CLAUDE_CODE_AUTO_CONNECT_IDE") ?? "")) return true;
  return choice.code === "port-variable" && traitsOf(claude).connectsByPort !== "no";
}

const opposite = { yes: "no", no: "yes", unknown: "unknown" } as const;

/** The traits of the release that was found. */
export function traitsOf(claude: ClaudeFacts): ReleaseTraits {
  const version = claude.state === "found" ? claude.version : "";
  if (version === "")
    return { connectsByPort: "unknown", redials: "unknown", asksProxyForLoopback: "unknown", readsHomeToo: "unknown" };
  return {
    connectsByPort: since(version, "1.0.128", "2.1.112"),
    redials: since(version, "1.0.128", "2.1.112"),
    asksProxyForLoopback: opposite[since(version, "2.1.112", "2.1.325")],
    readsHomeToo: since(version, "2.1.112", "2.1.325"),
  };
}
