/** Creates the language servers from the user's settings and the trusted folders. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Environment, isRecord, type LogSink, messageOf } from "@tandem-ide/base";
import { explainIssues } from "@tandem-ide/protocol";
import { TrustedFolders } from "../permission/trusted-folders.js";
import { type Settings, SettingsError } from "../settings/settings.js";
import { LazyLanguageServers } from "./lazy-language-servers.js";

/** Options of {@link createLazyLanguageServers}. */
export interface LazyLanguageServersOptions {
  /** Absolute paths. The first folder also serves files outside all folders. */
  readonly folders: readonly string[];
  /** The result of `readSettings`. */
  readonly settings?: Settings;
  /** Defaults to `process.env`. */
  readonly env?: Environment;
  readonly log?: LogSink;
}

/** The result of {@link createLazyLanguageServers}, which can be passed to `createWorkbench`. */
export interface LazyLanguage {
  readonly languageTools: LazyLanguageServers;
  /** Asks the user about servers that need trust. */
  readonly workspacePrograms: TrustedFolders;
}

/** Returns the name and folder of the npm package that a script below `node_modules` belongs to. */
function packageOf(script: string): { readonly name: string; readonly home: string } | undefined {
  const found = /^(.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(script);
  const [, above, name] = found ?? [];
  return above === undefined || name === undefined ? undefined : { name, home: join(above, name) };
}

function versionIn(home: string): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    return isRecord(manifest) ? String(manifest.version ?? "") : "";
  } catch {
    return "";
  }
}

/**
 * Creates language servers from the user's settings and trust. Throws a `SettingsError` about invalid settings. The
 * servers are loaded when the first file is opened.
 *
 * @example
 * const settings = await readSettings(process.env);
 * const { languageTools, workspacePrograms } = await createLazyLanguageServers({ folders: ["/home/me/project"], settings });
 * editor.diagnostics = (path, signal) => languageTools.diagnostics(path, signal);
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
      // Older versions of the package may contain no server, so there is nothing to ask.
      const hasServer =
        found && (definition?.program.version?.test(`Version ${versionIn(found.home)}`) ?? definition !== undefined);
      return hasServer ? definition?.languages : undefined;
    },
    warn,
  });
  if (servers) {
    // Loaded now, so that the user hears about invalid settings immediately.
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
