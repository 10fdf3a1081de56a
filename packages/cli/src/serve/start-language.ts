/** Puts the language servers together: the user's settings, which folders are trusted, and the log. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { explainIssues } from "@tandem/protocol";
import type { Logger } from "@tandem/server";
import type { Context } from "../context.js";
import { type Settings, settingsError } from "../settings.js";
import { LazyLanguageTools } from "./language-tools.js";
import { TrustedFolders } from "./workspace-programs.js";

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
 * For {@link createWorkbench}. Throws words for the user about settings that make no sense; the servers themselves are
 * loaded with the first file.
 */
export async function startLanguage(
  folders: readonly string[],
  { language = {} }: Settings,
  context: Context,
  log: Logger,
): Promise<{ readonly languageTools: LazyLanguageTools; readonly workspacePrograms: TrustedFolders }> {
  const { env, lifecycle } = context;
  const { servers } = language;
  const load = () => import("@tandem/workspace/language");
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  const trusted = await TrustedFolders.read({
    env,
    folders: () => languageTools.folders,
    allowed: language.allowWorkspacePrograms ?? [],
    languagesOf: (script) => {
      const found = packageOf(script);
      const definition = loaded?.defaultServers.find(({ program }) => found && program.npmPackage === found.name);
      // An older package of that name has no server in it, so there is nothing to ask.
      const hasServer =
        found && (definition?.program.version?.test(`Version ${versionIn(found.home)}`) ?? definition !== undefined);
      return hasServer ? definition?.languages : undefined;
    },
    warn: (message) => log.warn(message),
  });
  if (servers) {
    // The user should hear at once that they make no sense.
    loaded = await load();
    const parsed = loaded.languageSettingsSchema.safeParse({ servers }, { reportInput: true });
    if (!parsed.success) throw settingsError(env, explainIssues(parsed.error.issues, "language"));
    try {
      loaded.serversWith(parsed.data);
    } catch (error) {
      throw settingsError(env, error instanceof Error ? error.message : String(error));
    }
  }
  const languageTools: LazyLanguageTools = new LazyLanguageTools({
    folders,
    warn: (message) => log.warn(message),
    load: async () => {
      loaded ??= await load();
      const settings = loaded.languageSettingsSchema.parse({ ...(servers && { servers }) });
      return loaded.createLanguageServers({
        folders: languageTools.folders,
        settings,
        mayRunFromWorkspace: (path) => trusted.mayRun(path),
        env: { ...env },
        log: ({ level, message, details }) => log[level](message, details),
      });
    },
  });
  lifecycle.defer(() => languageTools.close());
  return { languageTools, workspacePrograms: trusted };
}
