/** Waits for the recorder of changes on disk. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { eventually } from "./user-session.js";

interface State {
  readonly isTurnOver: boolean;
  readonly recorders: Readonly<Record<string, { readonly sendsPrompts: boolean }>>;
}

/** Whether a prompt was recorded in a home's only folder, so that the next change starts a turn. */
function isPrompted(home: string): boolean {
  const stores = join(home, ".local/state/tandem/changes");
  const [name] = existsSync(stores) ? readdirSync(stores) : [];
  if (name === undefined || !existsSync(join(stores, name, "refs/tandem/state"))) return false;
  const args = ["--git-dir", join(stores, name), "show", "refs/tandem/state:state.json"];
  const { isTurnOver, recorders }: State = JSON.parse(execFileSync("git", args, { encoding: "utf8" }));
  return isTurnOver && Object.values(recorders).some(({ sendsPrompts }) => sendsPrompts);
}

/** Sends a prompt, and resolves once the next change starts a turn. */
export async function startTurn(client: Client, home: string): Promise<void> {
  await client.call("closeAllDiffTabs", {});
  await eventually(() => isPrompted(home)).toBe(true);
}
