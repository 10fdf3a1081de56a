/** A `.code-workspace` file for a window with several folders, or none. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

interface WorkspaceFile {
  /** VS Code itself writes URIs for folders on a server, and paths for others. */
  readonly folders: readonly { readonly path?: string; readonly uri?: string }[];
}

export function writeWorkspaceFile(file: string, folders: readonly string[]): void {
  const content: WorkspaceFile = { folders: folders.map((path) => ({ path })) };
  writeFileSync(file, JSON.stringify(content));
}

/** The paths of its folders, in order. */
export function foldersOf(file: string): readonly string[] {
  const { folders }: WorkspaceFile = JSON.parse(readFileSync(file, "utf8"));
  return folders.map(({ path, uri }) =>
    uri === undefined ? resolve(dirname(file), path ?? "") : decodeURIComponent(new URL(uri).pathname),
  );
}
