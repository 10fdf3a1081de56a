/** Reads the Claude Code settings that decide whether it connects and whether it asks. */
import { join } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { configDirectories } from "@tandem-ide/protocol";
import * as z from "zod/mini";
import { readJson } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** Where settings come from, the highest precedence first. */
export type Scope = "managed" | "local" | "project" | "user" | "global";

/** A settings file and whether it was readable. */
export interface SettingsFile {
  readonly path: string;
  readonly scope: Scope;
  readonly state: "missing" | "unreadable" | "broken" | "read";
  /** Why it is unreadable or broken. */
  readonly why?: string;
}

/** A setting and its file. */
export interface Setting<Value> {
  readonly value: Value;
  readonly path: string;
}

/** The relevant settings. */
export interface SettingsFacts {
  readonly files: readonly SettingsFile[];
  readonly permissionMode?: Setting<string>;
  /** `auto` shows proposals in the editor, `terminal` doesn't. */
  readonly diffTool?: Setting<string>;
  /** Whether it connects without `--ide`. */
  readonly autoConnectIde?: Setting<boolean>;
  /** Variables that the settings define. Only relevant ones, because others may be secrets. */
  readonly env: Readonly<Record<string, Setting<string>>>;
}

const settingsSchema = z.object({
  permissions: z.optional(z.object({ defaultMode: z.optional(z.string()) })),
  env: z.optional(z.record(z.string(), z.unknown())),
});
const globalSchema = z.object({
  diffTool: z.optional(z.string()),
  autoConnectIde: z.optional(z.boolean()),
  env: z.optional(z.record(z.string(), z.unknown())),
});

/** Every mode of every version. Claude Code ignores a whole file that names another one. */
const modes = new Set(["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"]);

function managedFile({ platform, root }: Surroundings): string {
  if (platform === "darwin") return join(root, "Library/Application Support/ClaudeCode/managed-settings.json");
  if (platform === "win32") return "C:\\Program Files\\ClaudeCode\\managed-settings.json";
  return join(root, "etc/claude-code/managed-settings.json");
}

/** Checks whether a variable affects how Claude Code connects. */
export function isRelevantVariable(name: string): boolean {
  return /^(CLAUDE_CODE_(AUTO_CONNECT_IDE|SSE_PORT|IDE_\w+)|https?_proxy|no_proxy)$/i.test(name);
}

/** Removes the name and password from a proxy's URL. The password may contain any character, including `/` and `@`. */
export function withoutCredentials(name: string, value: string): string {
  return /^(https?|all)_proxy$/i.test(name) ? value.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, "$1") : value;
}

interface Content {
  readonly file: SettingsFile;
  readonly mode?: string | undefined;
  readonly diffTool?: string | undefined;
  readonly autoConnectIde?: boolean | undefined;
  readonly env: Environment;
}

function variablesOf(env: Readonly<Record<string, unknown>> = {}): Environment {
  const relevant = Object.entries(env).filter(([name]) => isRelevantVariable(name));
  return Object.fromEntries(relevant.map(([name, value]) => [name, withoutCredentials(name, String(value))]));
}

async function readSettings(path: string, scope: Scope): Promise<Content> {
  const json = await readJson(path);
  if (json.state === "missing") return { file: { path, scope, state: "missing" }, env: {} };
  const broken = (why: string): Content => ({ file: { path, scope, state: "broken", why }, env: {} });
  if (json.state !== "read") return { file: { path, scope, ...json }, env: {} };
  const file: SettingsFile = { path, scope, state: "read" };
  if (scope === "global") {
    const parsed = globalSchema.safeParse(json.value);
    if (!parsed.success) return broken("it doesn't match the format of Claude Code's settings");
    return { file, ...parsed.data, env: variablesOf(parsed.data.env) };
  }
  const parsed = settingsSchema.safeParse(json.value);
  if (!parsed.success) return broken("it doesn't match the format of Claude Code's settings");
  const mode = parsed.data.permissions?.defaultMode;
  if (mode !== undefined && !modes.has(mode)) return broken(`"${mode.slice(0, 40)}" isn't a permission mode`);
  return { file, mode, env: variablesOf(parsed.data.env) };
}

function first<Key extends "mode" | "diffTool" | "autoConnectIde">(contents: readonly Content[], key: Key) {
  for (const content of contents) {
    const value = content[key];
    if (value !== undefined) return { value, path: content.file.path };
  }
  return undefined;
}

/** Reads all settings files in order of precedence. */
export async function gatherSettings(surroundings: Surroundings): Promise<SettingsFacts> {
  const { env, home, cwd, configDir } = surroundings;
  const named = configDir ?? env.CLAUDE_CONFIG_DIR;
  const { primary } = configDirectories(named === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: named }, home);
  const contents = await Promise.all([
    readSettings(managedFile(surroundings), "managed"),
    readSettings(join(cwd, ".claude", "settings.local.json"), "local"),
    readSettings(join(cwd, ".claude", "settings.json"), "project"),
    readSettings(join(primary, "settings.json"), "user"),
    readSettings(join(named || home, ".claude.json"), "global"),
  ]);
  // In the home directory, the project's file is also the user's.
  const files = contents.filter(
    ({ file }, index) => contents.findIndex((other) => other.file.path === file.path) === index,
  );
  const variables: Record<string, Setting<string>> = {};
  for (const { file, env: set } of files.toReversed())
    for (const [name, value] of Object.entries(set))
      if (value !== undefined) variables[name] = { value, path: file.path };
  const permissionMode = first(files, "mode");
  const diffTool = first(files, "diffTool");
  const autoConnectIde = first(files, "autoConnectIde");
  return {
    files: files.map(({ file }) => file),
    ...(permissionMode && { permissionMode }),
    ...(diffTool && { diffTool }),
    ...(autoConnectIde && { autoConnectIde }),
    env: variables,
  };
}
