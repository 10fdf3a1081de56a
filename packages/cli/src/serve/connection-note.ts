import type { Environment } from "@tandem-ide/base";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

interface Options {
  readonly folders: readonly string[];
  readonly configDir: string | undefined;
  readonly env: Environment;
  readonly columns: number;
}

/**
 * Returns a note if Claude Code wouldn't connect automatically, for example because another editor has the folder open.
 */
export async function connectionNote(port: number, { folders, configDir, env, columns }: Options): Promise<string[]> {
  // Loaded after the banner is on the screen.
  const { discover } = await import("@tandem-ide/client");
  const [cwd] = folders;
  const { choice } = await discover({
    ...(cwd !== undefined && { cwd }),
    ...(configDir !== undefined && { configDir }),
    env,
  });
  if (choice.editor?.port === port) return [];
  return [...wrap(visibleLine(`Note: ${choice.reason}`, 1000), columns), ""];
}
