/** The endpoint of a Neovim: its lock and its clients. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type ConnectOptions, discover, targetOf } from "@tandem-ide/client";
import { connectClient } from "../client.js";
import { Neovim, type NeovimOptions } from "./neovim.js";

/** Lua that returns true while the endpoint serves. */
export const serving = 'return require("tandem").status().state == "running"';

export interface Lock {
  readonly pid: number;
  readonly port: number;
  readonly authToken: string;
  readonly workspaceFolders: string[];
}

export function lockFiles({ home }: Neovim): string[] {
  const folder = join(home, ".claude/ide");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

export function lockOf(neovim: Neovim): Lock {
  const [file = ""] = lockFiles(neovim);
  return JSON.parse(readFileSync(file, "utf8"));
}

export async function started(options: NeovimOptions = {}): Promise<Neovim> {
  const neovim = await Neovim.start(options);
  await neovim.until(serving);
  return neovim;
}

/** Connects like Claude Code. The caller closes it. */
export async function client({ folder, home }: Neovim, options: ConnectOptions = {}): Promise<Client> {
  const { choice } = await discover({ cwd: folder, home, env: {} });
  if (!choice.editor) throw new Error(choice.reason);
  return await connectClient(targetOf(choice.editor), options);
}
