/** Options for typescript-language-server that keep it from running code of an untrusted workspace. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import * as z from "zod/mini";

/** A server that was found, for `optionsFor`. */
export interface FoundServer {
  /** The program or script. */
  readonly path: string;
  /** The workspace folder. */
  readonly folder: string;
  /** Whether code of the workspace may run. */
  readonly isTrusted: boolean;
  /** The options from the user's settings. */
  readonly initializationOptions: unknown;
}

/** Returns the tsserver script of TypeScript 6 or older in the `node_modules` at or above a folder. */
function tsserverAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const script = join(at, "node_modules/typescript/lib/tsserver.js");
    if (existsSync(script)) return script;
    if (dirname(at) === at) return undefined;
  }
}

/** Returns whether the folder has TypeScript 7 or newer, which contains no tsserver. */
function isTooNew(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "node_modules/typescript/package.json"), "utf8"));
    const version = typeof manifest === "object" && manifest && "version" in manifest ? String(manifest.version) : "";
    return Number.parseInt(version, 10) >= 7;
  } catch {
    return false;
  }
}

const namesTsserver = z.object({ tsserver: z.object({ path: z.string() }) });

/**
 * By default this server runs the workspace's own TypeScript. Without trust it gets the one installed next to it, or isn't
 * used without one.
 */
export function typescriptLanguageServerOptions({ path, folder, isTrusted, initializationOptions }: FoundServer) {
  const options = {
    // It would download types with npm at every start.
    disableAutomaticTypingAcquisition: true,
    // A second tsserver for syntax would double its memory.
    tsserver: { useSyntaxServer: "never" },
  };
  const named = z.safeParse(namesTsserver, initializationOptions).data?.tsserver.path;
  // A relative path is resolved in the folder.
  if (named !== undefined && (isTrusted || (isAbsolute(named) && !isInside(folder, named)))) return options;
  if (named !== undefined) return { notUsable: `the settings make it run ${named} from the workspace` };
  if (isTrusted && tsserverAbove(folder) !== undefined && !isTooNew(folder)) return options;
  const beside = tsserverAbove(dirname(realpathSync(path)));
  if (beside !== undefined) return { ...options, tsserver: { ...options.tsserver, path: beside } };
  if (isTrusted) return options;
  return { notUsable: "it would run the workspace's TypeScript. To avoid that, install typescript 6 next to it" };
}
