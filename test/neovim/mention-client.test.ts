/** Mentions from Neovim's keys to a client, through the real sidecar. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, discover, targetOf } from "@tandem-ide/client";
import { expect, vi } from "vitest";
import { needs } from "../parts.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const keep = `
  _G.said = {}
  vim.notify = function(message) table.insert(_G.said, message) end
  vim.g.mapleader = ","\n`;

/** A connected client starts listening a moment later. */
const listening = `
  local client = require("tandem").status().clients[1]
  return client ~= nil and client.isListening`;

async function open(options: string): Promise<Neovim> {
  const neovim = await Neovim.start({ init: `${keep}require("tandem").setup(${options})` });
  for (const name of ["a.txt", "b $HOME.txt", ".env"]) writeFileSync(join(neovim.folder, name), "1\n2\n3\n4\n");
  mkdirSync(join(neovim.folder, "sub"));
  return neovim;
}

const said = (neovim: Neovim, count: number) =>
  vi.waitFor(async () => {
    const messages = await neovim.lua<string[]>("return _G.said");
    expect(messages).toHaveLength(count);
    return messages;
  }, 20_000);

/** A client, and the mentions it receives. */
async function client(neovim: Neovim) {
  const { choice } = await discover({ cwd: neovim.folder, home: neovim.home, env: {} });
  if (!choice.editor) throw new Error(choice.reason);
  const connected = await connect(targetOf(choice.editor));
  const mentions: unknown[] = [];
  connected.on("at_mentioned", (mention) => mentions.push(mention));
  return { mentions, [Symbol.asyncDispose]: () => connected.close() };
}

test("a selection, a file and files marked in netrw arrive, with lines from 0 and absolute paths", async () => {
  await using neovim = await open("{ keys = true }");
  await neovim.until('return require("tandem").status().state == "running"');
  await using claude = await client(neovim);
  await neovim.until(listening);
  await neovim.command("edit a.txt");
  await neovim.keys("2GVj,as");
  await said(neovim, 1);
  await neovim.keys(":TandemAdd b $HOME.txt 4<CR>");
  await said(neovim, 2);
  await neovim.command("Explore");
  for (const name of ["a.txt", "sub/"]) await neovim.keys(`/^${name.replace("/", "\\/")}<CR>mf`);
  await neovim.keys(",as");
  expect(await said(neovim, 3)).toEqual([
    "Sent a.txt:2-3 to Claude.",
    "Sent b $HOME.txt:4 to Claude.",
    "Sent 2 files to Claude.",
  ]);
  const at = (name: string) => join(neovim.folder, name);
  await vi.waitFor(() =>
    expect(claude.mentions).toEqual([
      { filePath: at("a.txt"), lineStart: 1, lineEnd: 2 },
      { filePath: at("b $HOME.txt"), lineStart: 3, lineEnd: 3 },
      { filePath: at("a.txt") },
      { filePath: at("sub") },
    ]),
  );
});

test("the first use starts the sidecar, and mentions are queued in order until a client connects", async () => {
  await using neovim = await open('{ start = "first_use" }');
  await neovim.lua('require("tandem.mention").files({ "a.txt", "sub" })');
  expect(await said(neovim, 1)).toEqual(["Claude isn't connected yet; 2 files are queued."]);
  await neovim.command("TandemAdd a.txt 1 2");
  await said(neovim, 2);
  await using claude = await client(neovim);
  const at = (name: string) => join(neovim.folder, name);
  await vi.waitFor(() =>
    expect(claude.mentions).toEqual([
      { filePath: at("a.txt") },
      { filePath: at("sub") },
      { filePath: at("a.txt"), lineStart: 0, lineEnd: 1 },
    ]),
  );
});

test("hidden files are reported and not sent", async () => {
  await using neovim = await open("");
  await neovim.until('return require("tandem").status().state == "running"');
  await using claude = await client(neovim);
  await neovim.until(listening);
  await neovim.command("TandemAdd .env");
  await neovim.command("TandemAdd a.txt");
  const [hidden, sent] = await said(neovim, 2);
  expect(hidden).toMatch(/^\.env wasn't sent, because it is hidden from Claude: /);
  expect(sent).toBe("Sent a.txt to Claude.");
  await vi.waitFor(() => expect(claude.mentions).toEqual([{ filePath: join(neovim.folder, "a.txt") }]));
});

test("a missing Node is reported once, not for each file", async () => {
  await using neovim = await open('{ start = "first_use", node = "no-such-node" }');
  await neovim.lua(
    `require("tandem.mention").files({ "a.txt", "sub" }, function(_, mentions) _G.result = mentions end)`,
  );
  await neovim.until("return _G.result ~= nil");
  const [only = ""] = await said(neovim, 1);
  expect(only).toContain("no-such-node isn't on the PATH");
  expect(await neovim.lua("return vim.tbl_map(function(each) return each.status end, _G.result)")).toEqual([
    "failed",
    "failed",
  ]);
});
