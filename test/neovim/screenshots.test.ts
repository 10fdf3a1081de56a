/**
 * Takes the screenshot for docs/neovim.md from a real screen: Neovim in tmux, with a review of a client's proposal. It
 * is written if `TANDEM_SCREENSHOTS=1` is set or if it is missing. Otherwise the screen is only compared with the
 * existing screenshot, which must have the same size and show the same proposal.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "@tandem-ide/client";
import { expect } from "vitest";
import { neovimCommand } from "../../scripts/neovim.mjs";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { projectFiles, projectName, proposals } from "../workbench/screenshots-project.js";
import { Neovim } from "./neovim.js";
import { screenToSvg } from "./screen-to-svg.js";

const { test } = needs("neovim", "tmux");
const size = { columns: 150, rows: 38 };
const file = fileURLToPath(new URL("../../docs/images/neovim-review.svg", import.meta.url));

const init = `
  vim.o.termguicolors = true
  vim.o.background = "dark"
  vim.o.number = true
  vim.o.fillchars = "diff: "
  vim.o.statusline = " %f %=%{v:lua.require'tandem'.statusline()}  %l:%c "
  require("tandem").setup()`;

/** The text of a screenshot, one line per row. */
function wordsOf(svg: string): string[] {
  const rows = new Map<string, string[]>();
  for (const [, y = "", words = ""] of svg.matchAll(/<text [^>]*\by="(\d+)"[^>]*>([^<]*)</g))
    rows.set(y, [...(rows.get(y) ?? []), words.replaceAll("\u00a0", " ").trim()]);
  return [...rows.values()].map((words) => words.join(" "));
}

test("a review in a terminal", async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-picture-")));
  const folder = join(directory, projectName);
  for (const [name, text] of Object.entries(projectFiles)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const socket = join(directory, "socket");
  const tmux = (...args: string[]) => {
    const env = { PATH: process.env.PATH ?? "", HOME: directory, TERM: "xterm-256color", LANG: "C.UTF-8" };
    return execFileSync("tmux", ["-S", join(directory, "tmux"), ...args], { env, encoding: "utf8", stdio: "pipe" });
  };
  await using neovim = await Neovim.start({ folder, init, args: ["--listen", socket, "src/cart.ts"] });
  try {
    // It answers, so it is listening.
    await neovim.settled();
    const screen = `exec '${neovimCommand()}' --server '${socket}' --remote-ui`;
    tmux("-f", "/dev/null", "new-session", "-d", "-x", `${size.columns}`, "-y", `${size.rows}`, screen);
    // Its own status line isn't part of the screenshot.
    tmux("set", "status", "off");
    await neovim.until('return require("tandem.sidecar").status() == "running" and #vim.api.nvim_list_uis() == 1');
    const { port, lock_file } = await neovim.lua<{ port: number; lock_file: string }>(
      'return require("tandem").status()',
    );
    const { authToken } = JSON.parse(readFileSync(lock_file, "utf8"));
    await using client = await connect({ port, authToken });
    const path = join(folder, "src/cart.ts");
    const answer = client.call("openDiff", {
      old_file_path: path,
      new_file_path: path,
      new_file_contents: proposals["src/cart.ts"],
      tab_name: "✻ [Claude Code] cart.ts",
    });
    await neovim.until('return require("tandem.review").pending() == 1');
    const text = () => tmux("capture-pane", "-p");
    await expect.poll(text, { timeout: 10_000 }).toMatch(/before\/cart\.ts.*proposed\/cart\.ts.* Claude ● 1 to review/);
    tmux("send-keys", "]c");
    await expect.poll(text).toMatch(/13:1 *$/m);
    const svg = screenToSvg(tmux("capture-pane", "-p", "-e", "-N"), "A review in Neovim, side by side", size);
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) writeFileSync(file, svg);
    tmux("send-keys", "-l", ":q\n");
    await expect(answer).resolves.toMatchObject({ decision: "rejected" });
    const kept = readFileSync(file, "utf8");
    const [frame] = svg.split("\n", 1);
    expect(kept.split("\n", 1)).toEqual([frame]);
    // Neovim releases differ in how they align lines, but not in what they show.
    for (const picture of [svg, kept]) {
      const rows = wordsOf(picture);
      expect(rows.filter((row) => row.includes("│")).length).toBeGreaterThan(30);
      for (const words of ["get isEmpty(): boolean {", "same book again", "1 to review", "before/cart.ts"])
        expect(rows.join("\n")).toContain(words);
    }
  } finally {
    tmux("kill-server");
    await removeFolder(directory);
  }
});
