import { toolNames } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { runCommand } from "../testing/test-context.js";
import type { CompletionModel } from "./model.js";

async function model(): Promise<CompletionModel> {
  const { stdout } = await runCommand(["completion", "--json"], {}, "/");
  return JSON.parse(stdout);
}

test("completions come from the command definitions", async () => {
  const { commands } = await model();
  const find = (name: string) => commands.find((command) => command.name === name);
  const option = (command: string, name: string) => find(command)?.options.find(({ names }) => names.includes(name));
  expect(find("serve")?.arguments).toEqual([{ name: "folders", takes: { kind: "folders" }, isVariadic: true }]);
  expect(find("call")?.arguments[0]?.takes).toEqual({ kind: "words", words: toolNames });
  expect(find("help")?.arguments[0]?.takes).toMatchObject({ words: expect.arrayContaining(["serve", "ls"]) });
  expect(option("serve", "--clients")?.takes).toEqual({ kind: "words", words: ["many", "single"] });
  expect(option("serve", "--config-dir")?.takes).toEqual({ kind: "folders" });
  expect(option("conformance", "--output")?.takes).toEqual({ kind: "files" });
  expect(option("serve", "--port")?.takes).toEqual({ kind: "unknown" });
  expect(option("serve", "--hide")?.isRepeatable).toBe(true);
  expect(option("ls", "-h")).toMatchObject({ names: ["--help", "-h"] });
  expect(option("ls", "--json")).not.toHaveProperty("takes");
});

test.each(["bash", "zsh", "fish"])("the script for %s names every command", async (shell) => {
  const { stdout } = await runCommand(["completion", shell], {}, "/");
  for (const { name } of (await model()).commands) expect(stdout).toContain(name);
});

test("the default script is for the user's shell", async () => {
  const own = await runCommand(["completion"], { SHELL: "/usr/bin/fish" }, "/");
  expect(own.stdout).toContain("for fish");
  const none = await runCommand(["completion"], { SHELL: "/bin/tcsh" }, "/");
  expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/isn't available for tcsh/) });
});
