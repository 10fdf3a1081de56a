/** One short session with Claude Code that uses a bit of everything. */
import { claudeEnvironment } from "@tandem-ide/protocol";
import type { ClaudeCode } from "../claude.js";
import type { Fixture } from "../fixture.js";
import type { RunningIntegration } from "../integration.js";
import { say, use } from "../model.js";
import { review } from "../scenario.js";

/** The user's decision about the first proposal. */
export const acceptedText = "line 1\ntwo\nline 3\nmine\n";

/**
 * Plays it with the editor on this port, until Claude Code is asked to exit. `editor` is the one in which the user
 * selects and decides. Without it, the caller must do that.
 */
export async function playSession(fixture: Fixture, port: number, editor?: RunningIntegration): Promise<ClaudeCode> {
  const { model } = fixture;
  const path = fixture.file("a.txt", "line 1\nline 2\nline 3\n");
  const tools = ["mcp__ide__getDiagnostics", "mcp__ide__executeCode"];
  const claude = await fixture.claude({
    args: ["--ide", "--allowedTools", tools.join()],
    env: claudeEnvironment(port, {}),
  });
  if (editor) await fixture.connected(editor);
  await editor?.driver.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } });
  await claude.shows(/1 line selected/);

  model.script(
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: "line 2", new_string: "two" })],
    [say("First done.")],
  );
  await claude.prompt("change it");
  if (editor) await editor.driver.editAndAccept?.(await review(editor), acceptedText);
  await claude.shows(/First done\./);

  model.script([use("Edit", { file_path: path, old_string: "two", new_string: "three" })]);
  await claude.prompt("change it again");
  if (editor) await editor.driver.reject?.(await review(editor));
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
