/** Variables by which Claude Code decides, from the terminal and from its settings, which win. */
import type { Environment } from "@tandem/base";
import { withoutCredentials } from "./credentials.js";
import { matters, type SettingsFacts } from "./settings-files.js";

/** A variable as Claude Code sees it. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** The settings file that sets it; undefined for one of the terminal. */
  readonly path?: string;
}

/** The variables that matter, and what they come to. */
export interface EnvironmentFacts {
  readonly variables: readonly Variable[];
  /** The variable that names a proxy for Claude Code, and whether `no_proxy` takes 127.0.0.1 out. */
  readonly proxy?: { readonly variable: Variable; readonly isLoopbackExempt: boolean };
  /** The terminal says that it belongs to an IDE: Claude Code then connects without being asked to. */
  readonly isIdeTerminal: boolean;
  /** What the terminal calls itself. */
  readonly terminalProgram?: string;
}

/** The environment that Claude Code ends up with. */
export function effectiveEnvironment(env: Environment, settings: SettingsFacts): Environment {
  const set = Object.entries(settings.env).map(([name, { value }]) => [name, value]);
  return { ...env, ...Object.fromEntries(set) };
}

/** In the order in which Claude Code takes them; ALL_PROXY is none of them. */
const proxyNames = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** As Claude Code 2.1.112 reads it: whole names only, no ranges of addresses, and `*` only alone. */
function isExempt(noProxy: string): boolean {
  if (noProxy.trim() === "*") return true;
  return noProxy.split(/[,\s]+/).some((host) => host.trim() === "127.0.0.1");
}

/** Sorts out the variables. */
export function environmentFacts(env: Environment, settings: SettingsFacts): EnvironmentFacts {
  const all = effectiveEnvironment(env, settings);
  const variable = (name: string): Variable => {
    const path = settings.env[name]?.path;
    return { name, value: withoutCredentials(name, all[name] ?? ""), ...(path !== undefined && { path }) };
  };
  const names = Object.keys(all).filter((name) => (matters(name) || name === "CLAUDE_CONFIG_DIR") && all[name]);
  const proxy = proxyNames.find((name) => all[name]);
  const terminalProgram = all.TERM_PROGRAM ?? all.TERMINAL_EMULATOR;
  return {
    variables: names.sort().map(variable),
    ...(proxy !== undefined && {
      proxy: { variable: variable(proxy), isLoopbackExempt: isExempt(all.no_proxy || all.NO_PROXY || "") },
    }),
    isIdeTerminal:
      /^(vscode|cursor|windsurf)$/i.test(all.TERM_PROGRAM ?? "") ||
      all.TERMINAL_EMULATOR === "JetBrains-JediTerm" ||
      Boolean(all.FORCE_CODE_TERMINAL || all.CURSOR_TRACE_ID),
    ...(terminalProgram !== undefined && { terminalProgram }),
  };
}
