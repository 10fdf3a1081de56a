/**
 * The names of a workspace's folders and files, and its rules, may contain anything. Nothing that the command prints of
 * them controls the terminal.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { invisibleCharacters } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { Home } from "../cli-command.js";
import { tally } from "./tally.js";

/**
 * Sequences that clear the screen, set the title, move the cursor back or reverse the direction, and a line that
 * imitates Tandem's.
 */
const hostile = "a\u001b[2J\u001b]0;pwned\u0007\rb\u009b2J\u202ec\nFORGED line\u0008";

/** Finds lines with control sequences, and lines that could be mistaken for Tandem's own. */
function unescapedLines(output: string): string[] {
  const hasControlSequence = (line: string) => line.replaceAll("\t", "").search(invisibleCharacters) >= 0;
  return output.split("\n").filter((line) => hasControlSequence(line) || line.trimStart().startsWith("FORGED"));
}

test("control characters and line breaks in names and rules are escaped", async () => {
  await using home = await Home.make();
  const folder = join(home.folder, hostile);
  const file = `${hostile}.txt`;
  mkdirSync(folder);
  writeFileSync(join(folder, file), "text\n");
  writeFileSync(join(folder, "plain.txt"), "text\n");
  writeFileSync(join(folder, ".tandemignore"), "\u001b[2J*.txt\nplain.tx[\u0007t]\n");
  const configDir = join(home.path, hostile);
  const own = ["--config-dir", configDir];
  const outputs: Record<string, string> = {};
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await home.run(args, { cwd: folder });
    outputs[args.join(" ")] = stdout + stderr;
  };
  await run("claude");
  await run("ls");
  await run("doctor");
  const server = home.start(["serve", "--no-open", "--log-level", "debug", ...own], { cwd: folder });
  const [, port = ""] = await server.printed(/on port (\d+)\./);
  for (const line of ["status", "open plain.txt", "mention plain.txt", "open nothing.txt", "status"]) server.say(line);
  for (const command of ["ls", "env", "doctor", "claude"]) await run(command, ...own);
  await run("call", "getOpenEditors", ...own);
  await run("call", "openFile", JSON.stringify({ filePath: join(folder, file) }), ...own);
  await run("conformance", port, "--only", "LCK", ...own);
  const record = join(folder, `${hostile}.jsonl`);
  const inspector = home.start(["inspect", port, "--no-page", "--record", record, ...own], { cwd: folder });
  await inspector.printed(/Now start Claude Code/);
  inspector.kill("SIGTERM");
  await inspector.exited;
  outputs.inspect = inspector.stdout + inspector.stderr;
  await run("inspect", record, "--no-page");
  await run("replay", record, ...own);
  const conformanceRun = home.start(["conformance", "--client", ...own], { cwd: folder });
  await conformanceRun.printed(/tandem claude --port/);
  conformanceRun.kill("SIGINT");
  await conformanceRun.exited;
  outputs["conformance --client"] = conformanceRun.stdout + conformanceRun.stderr;
  server.say("status");
  server.say("quit");
  await server.exited;
  outputs.serve = server.stdout + server.stderr;
  // In a pipe the output of these two must be exact, for programs such as `eval`.
  for (const exact of Object.keys(outputs).filter((name) => /^(env|call) /.test(name))) delete outputs[exact];
  const found = Object.entries(outputs).flatMap(([command, output]) =>
    unescapedLines(output).map((line) => [command, line]),
  );
  expect(found).toEqual([]);
  expect(outputs.serve).toContain("^[[2J");
  tally({
    what: "Names of folders and files that draw",
    attempts: Object.keys(outputs).length,
    crashes: 0,
    lost: 0,
    leaked: 0,
  });
});
