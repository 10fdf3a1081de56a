/** A folder with programs on the PATH and files that version managers execute: Neovim runs none of them automatically. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { client as connectTo } from "./endpoint.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

function program(folder: string, name: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

/** A project that contains its own node, claude, ps and tmux, and next to it the user's programs. */
function fixture() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-hostile-")));
  onTestFinished(() => removeFolder(directory));
  const [folder, own, note] = [join(directory, "project"), join(directory, "own"), join(directory, "ran")];
  for (const name of ["node", "claude", "ps", "tmux", "rust-analyzer"])
    for (const at of ["node_modules/.bin", "."]) program(join(folder, at), name, `echo "$0 $*" >> '${note}'`);
  program(own, "node", `exec '${process.execPath}' "$@"`);
  const path = ["./node_modules/.bin", ".", "", join(folder, "node_modules/.bin"), own, "/usr/bin", "/bin"].join(":");
  return { folder, own, path, ran: () => (existsSync(note) ? readFileSync(note, "utf8") : "") };
}

test("starting the sidecar, the health check and reading Claude Code's modes run nothing from the folder", async () => {
  const { folder, own, path, ran } = fixture();
  const place = join(own, "place");
  // A fake Claude Code that records where it was started.
  program(own, "claude", `echo "$PWD" >> '${place}'; echo '2.1.325 (Claude Code)'`);
  const env = { PATH: path, NODE_OPTIONS: "--require ./evil.js", NODE_PATH: folder };
  writeFileSync(
    join(folder, "evil.js"),
    `require("fs").appendFileSync(${JSON.stringify(join(own, "..", "ran"))}, "evil")`,
  );
  await using neovim = await Neovim.start({ folder, env });
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  await neovim.command("checkhealth tandem");
  expect((await neovim.lines()).join("\n")).toContain(`Claude Code 2.1.325 (Claude Code): ${join(own, "claude")}`);
  await neovim.lua(
    'require("tandem.terminal.permission_mode").add({ ... }, function() vim.g.asked = true end)',
    join(own, "claude"),
  );
  await neovim.until("return vim.g.asked == true");
  expect(ran()).toBe("");
  expect(new Set(readFileSync(place, "utf8").trim().split("\n"))).toEqual(new Set(["/"]));
  expect(await neovim.lua('return require("tandem.programs").find("tmux")')).not.toContain(folder);
});

test("Claude Code and the sidecar are not run by an interpreter in the folder", async () => {
  const { folder, own, path, ran } = fixture();
  const script = (name: string, text: string) => writeFileSync(join(own, name), text, { mode: 0o755 });
  script("claude", `#!/usr/bin/env node\nrequire("fs").writeFileSync(${JSON.stringify(join(own, "mine"))}, "");\n`);
  for (const at of ["node_modules/.bin", "."]) program(join(folder, at), "sh", `echo "$0 $*" >> '${own}/../ran'`);
  script("node", `#!/usr/bin/env sh\nexec '${process.execPath}' "$@"\n`);
  await using neovim = await Neovim.start({ folder, env: { PATH: path } });
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  expect(ran()).toBe("");
  const words = await neovim.lua('return require("tandem.programs").start({ ... })', join(own, "claude"));
  expect(words).toEqual([join(own, "node"), join(own, "claude")]);
});

test("a server that runs code of the folder (a fake rust-analyzer) is not started, and the user gets a message", async () => {
  const { folder, own, path, ran } = fixture();
  program(
    own,
    "rust-analyzer",
    `[ "$1" = --version ] && echo 'rust-analyzer 1.2.3' || touch '${join(own, "started")}'`,
  );
  writeFileSync(join(folder, "main.rs"), "fn main() {}\n");
  await using neovim = await Neovim.start({ folder, env: { PATH: path } });
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  const client = await connectTo(neovim);
  const uri = pathToFileURL(join(folder, "main.rs")).href;
  expect(await client.call("getDiagnostics", { uri })).toMatchObject([{ diagnostics: [] }]);
  await neovim.until(`return vim.api.nvim_exec2("messages", { output = true }).output:find("wasn't started") ~= nil`);
  expect(await neovim.messages()).toMatch(/allowWorkspacePrograms/);
  await client.close();
  expect(existsSync(join(own, "started"))).toBe(false);
  expect(ran()).toBe("");
});
