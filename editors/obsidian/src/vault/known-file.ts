/** Files of the vault as Obsidian knows them. */
import type { App, TFile } from "obsidian";
import type { VaultPaths } from "./vault-paths.js";

/** Obsidian learns of a file that somebody else has just made by a watch, which takes a moment. */
const patienceMs = 4_000;

/** Waits until Obsidian knows a file that is there; undefined when it does not in time. */
async function untilKnown({ vault }: App, vaultPath: string, signal: AbortSignal): Promise<TFile | undefined> {
  return await new Promise((resolve) => {
    const done = (file: TFile | undefined) => {
      vault.offref(created);
      signal.removeEventListener("abort", gaveUp);
      clearTimeout(timer);
      resolve(file);
    };
    const gaveUp = () => done(undefined);
    const created = vault.on("create", ({ path }) => {
      if (path === vaultPath) done(vault.getFileByPath(vaultPath) ?? undefined);
    });
    const timer = setTimeout(gaveUp, patienceMs);
    signal.addEventListener("abort", gaveUp);
  });
}

/**
 * The file that Obsidian knows by this absolute path. Undefined for what it never knows: files outside of the vault, and
 * those with a name that begins with a dot. Throws words for people when it does not know it in time.
 */
export async function knownFile(
  app: App,
  paths: VaultPaths,
  path: string,
  signal: AbortSignal,
): Promise<TFile | undefined> {
  const vaultPath = paths.inVault(path);
  if (vaultPath === undefined || vaultPath.split("/").some((part) => part.startsWith("."))) return undefined;
  const file = app.vault.getFileByPath(vaultPath) ?? (await untilKnown(app, vaultPath, signal));
  if (!file) throw new Error(`Obsidian does not know ${path} yet. Try again in a moment.`);
  return file;
}
