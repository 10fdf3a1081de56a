/** What a scenario is, and what all of them use. */
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import type { ClaudeCode } from "./claude.js";
import { type Block, say, use } from "./model.js";
import type { Ability, RunningRow } from "./row.js";
import type { Stage } from "./stage.js";

export interface Scenario {
  readonly title: string;
  /** One of the few that every row and every release runs. */
  readonly isCore?: boolean;
  /** Not for an editor that lacks it. */
  readonly needs?: Ability;
  run(stage: Stage): Promise<void>;
}

/** The editor on the project, and Claude Code connected to it. */
export async function joined(stage: Stage): Promise<{ editor: RunningRow; claude: ClaudeCode }> {
  const editor = await stage.editor();
  const claude = await stage.claude();
  await stage.connected(editor);
  return { editor, claude };
}

/** The model reads a file, then edits it, then says this. */
export function edit(path: string, change: { from: string; to: string }, last: string): (readonly Block[])[] {
  return [
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: change.from, new_string: change.to })],
    [say(last)],
  ];
}

/** Waits for the one review that is to come, and gives its name. */
export async function review({ hand }: RunningRow): Promise<string> {
  const names = async () => (await hand.pendingReviews?.()) ?? [];
  await eventually(async () => expect(await names()).toHaveLength(1));
  const [name = ""] = await names();
  return name;
}

/** Nothing waits for a decision in the editor any more. */
export async function noReview({ hand }: RunningRow): Promise<void> {
  await eventually(async () => expect((await hand.pendingReviews?.()) ?? []).toEqual([]));
}
