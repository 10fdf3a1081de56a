/** What typescript-language-server has to be told so that it runs no code of a workspace that is not trusted. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem/base/node";
import * as z from "zod/mini";

interface Found {
  readonly path: string;
  readonly folder: string;
  readonly isTrusted: boolean;
  /** The user's own options. */
  readonly initializationOptions: unknown;
}

/** The tsserver of a TypeScript before 7, in the `node_modules` at or above a folder. */
function tsserverAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const script = join(at, "node_modules/typescript/lib/tsserver.js");
    if (existsSync(script)) return script;
    if (dirname(at) === at) return undefined;
  }
}

/** True for a package of version 7 and later, which has no tsserver for typescript-language-server to run. */
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
 * Left alone this server runs the workspace's own TypeScript. Without trust it gets the one that is installed beside it,
 * and where there is none it is not used.
 */
function typescriptLanguageServer({ path, folder, isTrusted, initializationOptions }: Found) {
  const options = {
    // It would fetch types of JavaScript packages with npm at every start, unasked.
    disableAutomaticTypingAcquisition: true,
    // A second tsserver, for syntax alone, would double what it takes.
    tsserver: { useSyntaxServer: "never" },
  };
  const named = z.safeParse(namesTsserver, initializationOptions).data?.tsserver.path;
  // A relative one means the folder's.
  if (named !== undefined && (isTrusted || (isAbsolute(named) && !isInside(folder, named)))) return options;
  if (named !== undefined) return { notUsable: `the settings tell it to run ${named} of the workspace` };
  if (isTrusted && tsserverAbove(folder) !== undefined && !isTooNew(folder)) return options;
  const beside = tsserverAbove(dirname(realpathSync(path)));
  if (beside !== undefined) return { ...options, tsserver: { ...options.tsserver, path: beside } };
  if (isTrusted) return options;
  return { notUsable: "it would run the workspace's own TypeScript. Install typescript 6 beside it to go without" };
}

export const serverOptions = { typescriptLanguageServer };
