/**
 * The user's settings file: `$XDG_CONFIG_HOME/tandem/settings.json`. It is the user's alone; a workspace has no settings,
 * so that opening one cannot start programs of its choice.
 */
import { readFile } from "node:fs/promises";
import { type Environment, messageOf, systemErrorCode } from "@tandem/base";
import { configFile, tilde } from "@tandem/base/node";
import { explainIssues } from "@tandem/protocol";
import * as z from "zod/mini";

const settingsSchema = z.strictObject({
  language: z.optional(
    z.strictObject({
      /** By the server's id; `LanguageSettings` of `@tandem/workspace` says what is in them. */
      servers: z.optional(z.record(z.string(), z.unknown())),
      /** Folders whose own language servers may run. */
      allowWorkspacePrograms: z.optional(z.array(z.string())),
    }),
  ),
  /** Checked where it is used. */
  jupyter: z.optional(z.unknown()),
});

/**
 * What the file may hold.
 *
 * @example
 * const settings: Settings = { language: { servers: { pylsp: { disabled: true } } } };
 */
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Where the file is, or would be.
 *
 * @example
 * settingsFile({ HOME: "/home/ada" }); // "/home/ada/.config/tandem/settings.json"
 */
export function settingsFile(env: Environment): string {
  return configFile(env, "settings.json");
}

/**
 * The file cannot be used, in words for its user.
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
  /** What to do about it, as a sentence. */
  readonly advice = "Correct the file, or remove it to go without settings.";

  constructor(env: Environment, why: string) {
    super(`The settings in ${tilde(settingsFile(env))} cannot be used: ${why}`);
  }
}

/**
 * Reads the file; without one there are no settings. Throws a {@link SettingsError} about one that makes no sense.
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
    // Some of these messages quote a part of the file, which may hold a token.
    const why = messageOf(error).replace(/,? (?:\.\.\.)?".*$/s, "");
    throw new SettingsError(env, `that is no JSON (${why})`);
  }
  const parsed = z.safeParse(settingsSchema, value, { reportInput: true });
  if (!parsed.success) throw new SettingsError(env, explainIssues(parsed.error.issues, "the settings"));
  return parsed.data;
}
