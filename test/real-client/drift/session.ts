/** One short session with Claude Code that has a bit of everything. */
import { claudeEnvironment } from "@tandem/protocol";
import type { ClaudeCode } from "../claude.js";
import { say, use } from "../model.js";
import type { RunningRow } from "../row.js";
import { review } from "../scenario.js";
import type { Stage } from "../stage.js";

/** What the person makes of the first proposal. */
export const acceptedText = "line 1\ntwo\nline 3\nmine\n";

/**
 * Plays it with whoever listens on the port, as far as Claude Code is not asked to leave. `editor` is the one in which the
 * person selects and decides; without it somebody else must.
 */
export async function playSession(stage: Stage, port: number, editor?: RunningRow): Promise<ClaudeCode> {
  const { model } = stage;
  const path = stage.file("a.txt", "line 1\nline 2\nline 3\n");
  const tools = ["mcp__ide__getDiagnostics", "mcp__ide__executeCode"];
  const claude = await stage.claude({
    args: ["--ide", "--allowedTools", tools.join()],
    env: claudeEnvironment(port, {}),
  });
  if (editor) await stage.connected(editor);
  await editor?.hand.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } });
  await claude.shows(/1 line selected/);

  model.script(
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: "line 2", new_string: "two" })],
    [say("First done.")],
  );
  await claude.prompt("change it");
  if (editor) await editor.hand.editAndAccept?.(await review(editor), acceptedText);
  await claude.shows(/First done\./);

  model.script([use("Edit", { file_path: path, old_string: "two", new_string: "three" })]);
  await claude.prompt("change it again");
  if (editor) await editor.hand.reject?.(await review(editor));
  await claude.shows(/rejected|Interrupted|What should Claude do/i);

  model.script(
    [use("mcp__ide__getDiagnostics", { uri: `file://${path}` })],
    [use("mcp__ide__executeCode", { code: "1 + 1" })],
    [say("Third done.")],
  );
  await claude.prompt("look and run");
  await claude.shows(/Third done\./);
  return claude;
}
