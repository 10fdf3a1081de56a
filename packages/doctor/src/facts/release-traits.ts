/**
 * How versions of Claude Code behave as an editor's client. Three versions were tested (docs/protocol.md,
 * section 9); for those in between, the behaviour is unknown.
 */
import type { ClaudeFacts } from "./claude-code.js";
import type { Facts } from "./facts.js";
import { isAtLeast } from "./versions.js";

/** `unknown` for a version between two tested ones, or if the version is unknown. */
export type Trait = "yes" | "no" | "unknown";

/** How versions differ in connecting to editors. */
export interface ReleaseTraits {
  /** `CLAUDE_CODE_SSE_PORT` alone makes it connect. */
  readonly connectsByPort: Trait;
  /** It reconnects when the connection drops. */
  readonly redials: Trait;
  /** It connects to 127.0.0.1 through the environment's proxy. Seen in 2.1.112, not in 2.1.325. */
  readonly asksProxyForLoopback: Trait;
  /** It also reads `~/.claude/ide` if `CLAUDE_CONFIG_DIR` names another directory. */
  readonly readsHomeToo: Trait;
}

function since(version: string, lastWithout: string, firstWith: string): Trait {
  if (isAtLeast(version, firstWith)) return "yes";
  return isAtLeast(lastWithout, version) ? "no" : "unknown";
}

/** Checks whether `claude` connects without `--ide`. */
export function connectsAutomatically({ claude, environment, settings, choice }: Facts): boolean {
  const value = (name: string) => environment.variables.find((one) => one.name === name)?.value;
  if (settings.autoConnectIde?.value || environment.isIdeTerminal) return true;
  if (/^(1|true|yes|on)$/i.test(value("CLAUDE_CODE_AUTO_CONNECT_IDE") ?? "")) return true;
  return choice.code === "port-variable" && traitsOf(claude).connectsByPort !== "no";
}

const opposite = { yes: "no", no: "yes", unknown: "unknown" } as const;

/** Returns the traits of the installed version. */
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
