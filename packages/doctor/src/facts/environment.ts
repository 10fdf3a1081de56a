/** The variables that affect Claude Code. Its settings override the terminal. */
import type { Environment } from "@tandem-ide/base";
import { isRelevantVariable, type SettingsFacts, withoutCredentials } from "./settings-files.js";

/** A variable as Claude Code sees it. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** The settings file that sets it; undefined if it comes from the terminal. */
  readonly path?: string;
}

/** The relevant variables and their effect. */
export interface EnvironmentFacts {
  readonly variables: readonly Variable[];
  /** The proxy variable that Claude Code uses, and whether `no_proxy` exempts 127.0.0.1. */
  readonly proxy?: { readonly variable: Variable; readonly isLoopbackExempt: boolean };
  /** Whether the terminal belongs to an IDE; if so, Claude Code connects automatically. */
  readonly isIdeTerminal: boolean;
  /** What the terminal calls itself. */
  readonly terminalProgram?: string;
}

/** Returns the environment that Claude Code uses. */
export function effectiveEnvironment(env: Environment, settings: SettingsFacts): Environment {
  const set = Object.entries(settings.env).map(([name, { value }]) => [name, value]);
  return { ...env, ...Object.fromEntries(set) };
}

/** In the order of precedence. Claude Code ignores ALL_PROXY. */
const proxyNames = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/** Reads `no_proxy` as Claude Code 2.1.112 does: whole names only, no address ranges, and `*` only on its own. */
function isExempt(noProxy: string): boolean {
  if (noProxy.trim() === "*") return true;
  return noProxy.split(/[,\s]+/).some((host) => host.trim() === "127.0.0.1");
}

/** Extracts the relevant variables. */
export function environmentFacts(env: Environment, settings: SettingsFacts): EnvironmentFacts {
  const all = effectiveEnvironment(env, settings);
  const variable = (name: string): Variable => {
    const path = settings.env[name]?.path;
    return { name, value: withoutCredentials(name, all[name] ?? ""), ...(path !== undefined && { path }) };
  };
  const names = Object.keys(all).filter(
    (name) => (isRelevantVariable(name) || name === "CLAUDE_CONFIG_DIR") && all[name],
  );
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
