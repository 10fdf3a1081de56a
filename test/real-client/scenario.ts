/** The type of scenarios, and helpers for them. */
import { expect } from "vitest";
import { eventually } from "../eventually.js";
import type { ClaudeCode } from "./claude.js";
import type { Fixture } from "./fixture.js";
import type { Ability, RunningIntegration } from "./integration.js";
import { type Block, say, use } from "./model.js";

export interface Scenario {
  readonly title: string;
  /** Runs in `npm test` with every integration and release, or with these integrations. */
  readonly isCore?: boolean | readonly string[];
  /** Skipped for other releases. */
  readonly release?: string;
  /** Skipped for editors without this feature. */
  readonly needs?: Ability;
  run(fixture: Fixture): Promise<void>;
}

/** Starts the editor and Claude Code, and waits until they are connected. */
export async function joined(fixture: Fixture): Promise<{ editor: RunningIntegration; claude: ClaudeCode }> {
  const editor = await fixture.editor();
  const claude = await fixture.claude();
  await fixture.connected(editor);
  return { editor, claude };
}

/** Returns a script in which the model reads a file, edits it, and ends with a message. */
export function edit(path: string, change: { from: string; to: string }, last: string): (readonly Block[])[] {
  return [
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: change.from, new_string: change.to })],
    [say(last)],
  ];
}

/** Waits for a single pending review and returns its name. */
export async function review({ driver }: RunningIntegration): Promise<string> {
  const names = async () => (await driver.pendingReviews?.()) ?? [];
  await eventually(async () => expect(await names()).toHaveLength(1));
  const [name = ""] = await names();
  return name;
}

/** Waits until there are no pending reviews. */
export async function noReview({ driver }: RunningIntegration): Promise<void> {
  await eventually(async () => expect((await driver.pendingReviews?.()) ?? []).toEqual([]));
}
