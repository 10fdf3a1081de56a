/** Tells at once what would keep Claude Code from connecting by itself, such as a second editor on the same folder. */
import type { Environment } from "@tandem/base";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

interface Surroundings {
  readonly folders: readonly string[];
  readonly configDir: string | undefined;
  readonly env: Environment;
  readonly columns: number;
}

/** The lines to print; none when nothing is in the way. */
export async function obstacles(port: number, { folders, configDir, env, columns }: Surroundings): Promise<string[]> {
  // Only needed here, and loaded when the first words are on the screen already.
  const { discover } = await import("@tandem/client");
  const [cwd] = folders;
  const { choice } = await discover({
    ...(cwd !== undefined && { cwd }),
    ...(configDir !== undefined && { configDir }),
    env,
  });
  if (choice.editor?.port === port) return [];
  return [...wrap(visibleLine(`Note: ${choice.reason}`, 1000), columns), ""];
}
