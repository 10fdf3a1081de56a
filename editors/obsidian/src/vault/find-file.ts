/** Finds files in Obsidian's index of the vault. */
import type { App, TFile } from "obsidian";
import type { VaultPaths } from "./vault-paths.js";

/** Obsidian needs a moment to notice a file that another program has created. */
const timeoutMs = 4_000;

/** Waits until a file is in the index. Returns undefined if that takes too long. */
async function waitForFile({ vault }: App, vaultPath: string, signal: AbortSignal): Promise<TFile | undefined> {
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
    const timer = setTimeout(gaveUp, timeoutMs);
    signal.addEventListener("abort", gaveUp);
  });
}

/**
 * Returns Obsidian's file for an absolute path. Undefined for files that are never in the index: those outside the vault,
 * and those whose name starts with a dot. Throws if the file isn't in the index in time.
 */
export async function findFile(
  app: App,
  paths: VaultPaths,
  path: string,
  signal: AbortSignal,
): Promise<TFile | undefined> {
  const vaultPath = paths.inVault(path);
  if (vaultPath === undefined || vaultPath.split("/").some((part) => part.startsWith("."))) return undefined;
  const file = app.vault.getFileByPath(vaultPath) ?? (await waitForFile(app, vaultPath, signal));
  if (!file) throw new Error(`Obsidian hasn't indexed ${path} yet. Try again in a moment.`);
  return file;
}
