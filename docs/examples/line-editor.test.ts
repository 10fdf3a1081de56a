/** The example in docs/adapters.md passes the contract test, running as a separate program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Driver, type LaunchedEditor, type LaunchOptions, testEditor } from "@tandem-ide/conformance";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type BundledProgram, bundleProgram } from "../../test/bundle-program.js";

let program: BundledProgram;

beforeAll(async () => {
  program = await bundleProgram(new URL("line-editor.ts", import.meta.url));
});

afterAll(() => program.remove());

async function launch({ folders: [cwd], configDir, home }: LaunchOptions): Promise<LaunchedEditor> {
  const env = { PATH: process.env.PATH, HOME: home, CLAUDE_CONFIG_DIR: configDir };
  const editor = spawn(process.execPath, [program.path], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(editor, "exit");
  const answers = createInterface({ input: editor.stdout })[Symbol.asyncIterator]();

  /** Enters a command and returns its output. */
  const enter = async (command: string, ...words: (string | number)[]): Promise<unknown> => {
    editor.stdin.write(`${[command, ...words.map((word) => JSON.stringify(word))].join(" ")}\n`);
    const { value } = await answers.next();
    if (typeof value !== "string" || value.startsWith("Error")) throw new Error(value ?? "The editor has exited");
    return JSON.parse(value);
  };
  const kill = async () => {
    editor.kill("SIGKILL");
    await exited;
  };
  const driver: Driver = {
    openFile: (path) => enter("open", path),
    closeFile: (path) => enter("close", path),
    select: (path, { start, end }) => enter("select", path, start.line, start.character, end.line, end.character),
    mention: (path, lines) => (lines ? enter("mention", path, lines.start, lines.end) : enter("mention", path)),
    type: (text) => enter("type", text),
    save: (path) => enter("save", path),
    pendingReviews: async () => {
      const names = await enter("reviews");
      return Array.isArray(names) ? names.map(String) : [];
    },
    accept: (tabName) => enter("accept", tabName),
    reject: (tabName) => enter("reject", tabName),
    editAndAccept: (tabName, text) => enter("accept", tabName, text),
    acceptHunks: (tabName, indexes) => enter("hunks", tabName, ...indexes),
    closeReview: (tabName) => enter("reject", tabName), // There is no view to close in any other way.
    quit: async () => {
      editor.stdin.write("quit\n");
      await exited;
    },
    kill,
  };
  await driver.pendingReviews?.(); // It answers once the lock file exists.
  return { driver, stop: kill };
}

testEditor({
  name: "The line editor",
  launch,
  cannot: ["getDiagnostics", "executeCode", "diagnose", "reopenWindow", "setPaused", "setFolders", "restartEndpoint"],
  describe,
  test,
  afterAll,
});
