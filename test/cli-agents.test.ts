/** The command and agents other than Claude Code. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Home } from "./cli-command.js";

test("serve --agents serves Gemini CLI, and conformance --agent gemini finds nothing wrong", async () => {
  await using home = await Home.make();
  const env = { TMPDIR: join(home.path, "tmp") };
  await mkdir(env.TMPDIR);
  const missing = await home.run(["conformance", "--agent", "gemini"], { env });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("No editor serves Gemini CLI in this folder"),
  });
  const served = home.start(["serve", "--json", "--agents", "claude-code,gemini"], { env });
  await served.printed(/"port"/);
  const listed = await home.run(["ls"], { env });
  expect(listed.stdout).toContain("Other agents that can find an editor here: Gemini CLI\n");
  expect(JSON.parse((await home.run(["ls", "--json"], { env })).stdout).agents).toMatchObject([{ name: "gemini" }]);
  const { code, stdout } = await home.run(["conformance", "--agent", "gemini", "--json"], { env });
  expect([code, JSON.parse(stdout).counts.fail]).toEqual([0, 0]);
  served.kill("SIGTERM");
  await served.exited;
});

test("an agent that doesn't exist is refused, with the names of those that do", async () => {
  await using home = await Home.make();
  const { code, stderr } = await home.run(["serve", "--agents", "gemini,emacs"]);
  expect(code).toBe(2);
  expect(stderr).toContain("claude-code, gemini, qwen, copilot");
});
