/** The user's settings for language servers: additional servers, and changes to the built-in ones. */
import { explainIssues } from "@tandem-ide/protocol";
import * as z from "zod/mini";
import { defaultServers, type ServerDefinition } from "./servers-table.js";

const strings = z.array(z.string());

const serverSettingsSchema = z.strictObject({
  /** A name on PATH, or an absolute path. The user chose a path explicitly, so it may be in the workspace. */
  command: z.optional(z.string().check(z.minLength(1))),
  args: z.optional(strings),
  languages: z.optional(strings),
  extensions: z.optional(z.array(z.string().check(z.regex(/^\.[^/\\]+$/, "must start with a dot, like .ts")))),
  rootMarkers: z.optional(strings),
  initializationOptions: z.optional(z.unknown()),
  settings: z.optional(z.record(z.string(), z.unknown())),
  /** The user confirms that it runs no code of a folder. */
  startsBeforeTrust: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
});

/**
 * The schema of the settings.
 *
 * @example
 * const isValid = z.safeParse(languageSettingsSchema, JSON.parse(text)).success;
 */
export const languageSettingsSchema = z.strictObject({
  servers: z.optional(z.record(z.string(), serverSettingsSchema)),
});

/**
 * Settings for language servers, by id. For a built-in server they override its definition. Other ids add servers.
 *
 * @example
 * const settings: LanguageSettings = {
 *   servers: {
 *     pylsp: { disabled: true },
 *     elixir: { command: "elixir-ls", extensions: [".ex", ".exs"], languages: ["elixir"], rootMarkers: ["mix.exs"] },
 *   },
 * };
 */
export type LanguageSettings = z.infer<typeof languageSettingsSchema>;

type ServerSettings = z.infer<typeof serverSettingsSchema>;

function changed(id: string, base: ServerDefinition, own: ServerSettings): ServerDefinition {
  const { command, args, languages, extensions, rootMarkers, initializationOptions, settings, startsBeforeTrust } = own;
  // A different program doesn't inherit the npm package and version of the built-in one.
  const program = {
    ...(command === undefined ? base.program : { command }),
    args: args ?? base.program.args,
  };
  return {
    ...base,
    id,
    program,
    ...(languages && { languages }),
    ...(extensions && { extensions: extensions.map((extension) => extension.toLowerCase()) }),
    ...(rootMarkers && { rootMarkers }),
    ...(startsBeforeTrust !== undefined && { workspaceCode: { ...base.workspaceCode, startsBeforeTrust } }),
    ...(initializationOptions !== undefined && { initializationOptions }),
    ...(settings && { settings: { ...base.settings, ...settings } }),
  };
}

/**
 * Returns the servers from the user's settings, followed by the other built-in ones. Throws an error about invalid settings.
 *
 * @example
 * const servers = serversWith({ servers: { gopls: { args: ["-remote=auto"] } } });
 */
export function serversWith(settings: unknown): readonly ServerDefinition[] {
  const parsed = z.safeParse(languageSettingsSchema, settings ?? {}, { reportInput: true });
  if (!parsed.success)
    throw new Error(`Invalid settings for language servers: ${explainIssues(parsed.error.issues, "the settings")}`);
  const own = Object.entries(parsed.data.servers ?? {});
  const named = new Set(own.map(([id]) => id));
  const first: ServerDefinition[] = [];
  for (const [id, server] of own) {
    if (server.disabled) continue;
    const known = defaultServers.find((definition) => definition.id === id);
    if (!known && server.command === undefined)
      throw new Error(
        `Invalid settings for language servers: "${id}" isn't a built-in server, so it needs a "command". The built-in servers are ${defaultServers.map((definition) => definition.id).join(", ")}`,
      );
    const empty = {
      id,
      languages: [],
      extensions: [],
      rootMarkers: [],
      program: { command: "", args: [] },
      workspaceCode: { obeys: "Tandem doesn't know what it runs", startsBeforeTrust: false },
    };
    first.push(changed(id, known ?? empty, server));
  }
  return [...first, ...defaultServers.filter(({ id }) => !named.has(id))];
}
