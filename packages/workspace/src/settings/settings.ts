/**
 * The user's settings file: `$XDG_CONFIG_HOME/tandem/settings.json`. A workspace has no settings, so that opening one
 * can't start programs of its choice.
 */
import { readFile } from "node:fs/promises";
import { type Environment, messageOf, systemErrorCode } from "@tandem-ide/base";
import { configFile, tilde } from "@tandem-ide/base/node";
import { explainIssues } from "@tandem-ide/protocol";
import * as z from "zod/mini";

const settingsSchema = z.strictObject({
  language: z.optional(
    z.strictObject({
      /** By server id. See `LanguageSettings` in `@tandem-ide/workspace`. */
      servers: z.optional(z.record(z.string(), z.unknown())),
      /** Folders whose programs and code language servers may run. */
      allowWorkspacePrograms: z.optional(z.array(z.string())),
    }),
  ),
  changes: z.optional(
    z.strictObject({
      /** Whether changes on disk are recorded while clients are connected. Default: true. */
      enabled: z.optional(z.boolean()),
      /** The maximum total size of a folder's files, and of its store, in MB. */
      maxMegabytes: z.optional(z.number().check(z.positive())),
      maxFiles: z.optional(z.number().check(z.positive())),
      /** After this many days, changes are forgotten. */
      maxAgeDays: z.optional(z.number().check(z.positive())),
      /** Patterns for ignored files to record anyway. */
      includeIgnored: z.optional(z.array(z.string())),
    }),
  ),
  /** Checked by `kernelSettings`. */
  jupyter: z.optional(z.unknown()),
});

/**
 * The content of the file.
 *
 * @example
 * const settings: Settings = { language: { servers: { pylsp: { disabled: true } } } };
 */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Returns the path of the file, which need not exist.
 *
 * @example
 * settingsFile({ HOME: "/home/ada" }); // "/home/ada/.config/tandem/settings.json"
 */
export function settingsFile(env: Environment): string {
  return configFile(env, "settings.json");
}

/**
 * The settings file can't be used. The message is for the user.
 *
 * @example
 * const settings = await readSettings(process.env).catch((error: unknown) => {
 *   if (!(error instanceof SettingsError)) throw error;
 *   showWarning(error.message, error.advice);
 *   return {};
 * });
 */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** What the user can do, as a sentence. */
  readonly advice = "Fix the file, or delete it to use the defaults.";

  constructor(env: Environment, why: string) {
    super(`Can't use the settings in ${tilde(settingsFile(env))}: ${why}`);
  }
}

/**
 * Reads the file. Returns no settings if it doesn't exist. Throws a {@link SettingsError} if it is invalid.
 *
 * @example
 * const { language } = await readSettings(process.env);
 */
export async function readSettings(env: Environment): Promise<Settings> {
  let text: string;
  try {
    text = await readFile(settingsFile(env), "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return {};
    throw new SettingsError(env, messageOf(error));
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Some of these messages quote a part of the file, which may contain a token.
    const why = messageOf(error).replace(/,? (?:\.\.\.)?".*$/s, "");
    throw new SettingsError(env, `it isn't valid JSON (${why})`);
  }
  const parsed = z.safeParse(settingsSchema, value, { reportInput: true });
  if (!parsed.success) throw new SettingsError(env, explainIssues(parsed.error.issues, "the settings"));
  return parsed.data;
}
