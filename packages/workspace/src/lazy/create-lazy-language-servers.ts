/** Puts the language servers together: the user's settings, which folders are trusted, and the log. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Environment, type LogSink, messageOf } from "@tandem/base";
import { explainIssues } from "@tandem/protocol";
import { TrustedFolders } from "../permission/trusted-folders.js";
import { type Settings, SettingsError } from "../settings/settings.js";
import { LazyLanguageServers } from "./lazy-language-servers.js";

/** Options of {@link createLazyLanguageServers}. */
export interface LazyLanguageServersOptions {
  /** Absolute paths; the first one also serves files that lie in none. */
  readonly folders: readonly string[];
  /** As the user's file has them, from `readSettings`. */
  readonly settings?: Settings;
  /** By default this process's. */
  readonly env?: Environment;
  readonly log?: LogSink;
}

/** What {@link createLazyLanguageServers} gives; `createWorkbench` takes it as it is. */
export interface LazyLanguage {
  readonly languageTools: LazyLanguageServers;
  /** Asks the user about servers that the workspace brings. */
  readonly workspacePrograms: TrustedFolders;
}

/** The npm package that a script below `node_modules` belongs to, and where that is. */
function packageOf(script: string): { readonly name: string; readonly home: string } | undefined {
  const found = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(script);
  const [, above, name] = found ?? [];
  return above === undefined || name === undefined ? undefined : { name, home: join(above, name) };
}

function versionIn(home: string): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    return typeof manifest === "object" && manifest && "version" in manifest ? String(manifest.version) : "";
  } catch {
    return "";
  }
}

/**
 * Language servers by the user's settings and trust. Throws a `SettingsError` about settings that make no sense; the
 * servers themselves are loaded with the first file.
 *
 * @example
 * const settings = await readSettings(process.env);
 * const { languageTools, workspacePrograms } = await createLazyLanguageServers({ folders: ["/home/me/project"], settings });
 * editor.diagnostics = (path, patience) => languageTools.diagnostics(path, patience);
 */
export async function createLazyLanguageServers(options: LazyLanguageServersOptions): Promise<LazyLanguage> {
  const { folders, settings = {}, env = process.env, log = () => {} } = options;
  const { servers, allowWorkspacePrograms = [] } = settings.language ?? {};
  const warn = (message: string) => log({ level: "warn", message });
  const load = () => import("../language/index.js");
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  const trusted = await TrustedFolders.read({
    env,
    folders: () => languageTools.folders,
    allowed: allowWorkspacePrograms,
    languagesOf: (script) => {
      const found = packageOf(script);
      const definition = loaded?.defaultServers.find(({ program }) => found && program.npmPackage === found.name);
      // An older package of that name has no server in it, so there is nothing to ask.
      const hasServer =
        found && (definition?.program.version?.test(`Version ${versionIn(found.home)}`) ?? definition !== undefined);
      return hasServer ? definition?.languages : undefined;
    },
    warn,
  });
  if (servers) {
    // The user should hear at once that they make no sense.
    loaded = await load();
    const parsed = loaded.languageSettingsSchema.safeParse({ servers }, { reportInput: true });
    if (!parsed.success) throw new SettingsError(env, explainIssues(parsed.error.issues, "language"));
    try {
      loaded.serversWith(parsed.data);
    } catch (error) {
      throw new SettingsError(env, messageOf(error));
    }
  }
  const languageTools: LazyLanguageServers = new LazyLanguageServers({
    folders,
    warn,
    load: async () => {
      loaded ??= await load();
      return loaded.createLanguageServers({
        folders: languageTools.folders,
        settings: loaded.languageSettingsSchema.parse({ ...(servers && { servers }) }),
        mayRunFromWorkspace: (path) => trusted.mayRun(path),
        onTrustNeeded: (question) => trusted.ask(question),
        env: { ...env },
        log,
      });
    },
  });
  return { languageTools, workspacePrograms: trusted };
}
