/** The user's settings: servers of their own, and changes to those of the table. */
import { explainIssues } from "@tandem/protocol";
import * as z from "zod/mini";
import { defaultServers, type ServerDefinition } from "./servers-table.js";

const strings = z.array(z.string());

const serverSettingsSchema = z.strictObject({
  /** A name on PATH, or an absolute path. A path is the user's word, so it may lie in the workspace. */
  command: z.optional(z.string().check(z.minLength(1))),
  args: z.optional(strings),
  languages: z.optional(strings),
  extensions: z.optional(z.array(z.string().check(z.regex(/^\.[^/\\]+$/, "must begin with a dot, as in .ts")))),
  rootMarkers: z.optional(strings),
  initializationOptions: z.optional(z.unknown()),
  settings: z.optional(z.record(z.string(), z.unknown())),
  /** The user knows that it runs nothing of a folder. */
  startsBeforeTrust: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
});

/**
 * The form of the settings, for those who keep them in a file.
 *
 * @example
 * const isRight = z.safeParse(languageSettingsSchema, JSON.parse(text)).success;
 */
export const languageSettingsSchema = z.strictObject({
  servers: z.optional(z.record(z.string(), serverSettingsSchema)),
});

/**
 * Settings for language servers, by id. One that is in the table takes the rest from there; another one is new.
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
  // Another program than the table's: what the table knows about that one does not count for it.
  const program =
    command === undefined
      ? { ...base.program, args: args ?? base.program.args }
      : { command, args: args ?? base.program.args };
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
 * The table with the user's settings, which come first. Throws words about what does not fit.
 *
 * @example
 * const servers = serversWith({ servers: { gopls: { args: ["-remote=auto"] } } });
 */
export function serversWith(settings: unknown): readonly ServerDefinition[] {
  const parsed = z.safeParse(languageSettingsSchema, settings ?? {}, { reportInput: true });
  if (!parsed.success)
    throw new Error(`Settings of the language servers: ${explainIssues(parsed.error.issues, "the settings")}`);
  const own = Object.entries(parsed.data.servers ?? {});
  const named = new Set(own.map(([id]) => id));
  const first: ServerDefinition[] = [];
  for (const [id, server] of own) {
    if (server.disabled) continue;
    const known = defaultServers.find((definition) => definition.id === id);
    if (!known && server.command === undefined)
      throw new Error(
        `Settings of the language servers: "${id}" is not in the table, so it needs a "command". Known are ${defaultServers.map((definition) => definition.id).join(", ")}`,
      );
    const empty = {
      id,
      languages: [],
      extensions: [],
      rootMarkers: [],
      program: { command: "", args: [] },
      workspaceCode: { obeys: "what it runs is not known to Tandem", startsBeforeTrust: false },
    };
    first.push(changed(id, known ?? empty, server));
  }
  return [...first, ...defaultServers.filter(({ id }) => !named.has(id))];
}
