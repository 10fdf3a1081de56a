/** Neovim in a real terminal, with real keys, the real sidecar and a fake `claude`. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { Screen } from "./screen.js";
import { putStandIn, soon, standInEnvironment } from "./terminal-stand-in.js";

const { test } = needs("neovim", "tmux");

/** A Neovim on a screen, with a fake claude, in a separate folder. */
async function open(init: string) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-screen-")));
  onTestFinished(() => removeFolder(directory));
  putStandIn(directory);
  // It is a subfolder, because programs in the folder itself are not started.
  const folder = join(directory, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  const screen = await Screen.open({
    init,
    folder,
    args: ["a.txt"],
    configDir: join(directory, "claude"),
    env: standInEnvironment(directory),
  });
  onTestFinished(() => screen[Symbol.asyncDispose]());
  const read = (name: string) => {
    const file = join(directory, name);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  return { screen, directory, read };
}

test("toggle, type, toggle back, in a real terminal with a fake claude", async () => {
  const { screen, directory, read } = await open(`
    require("tandem").setup()
    vim.keymap.set({ "n", "t" }, "<F5>", "<Cmd>TandemToggle<CR>")
    vim.o.laststatus = 2; vim.o.ruler = true`);
  await screen.shows(/^one\s*$/m);
  const before = screen.text;
  screen.keys("F5");
  await screen.shows(/stand-in is ready/);
  await screen.shows(/-- TERMINAL --/);
  const [lock = ""] = readdirSync(join(directory, "claude/ide"));
  expect(read("start")).toContain(`CLAUDE_CODE_SSE_PORT=${lock.replace(".lock", "")}\n`);
  screen.type("hello $HOME");
  screen.keys("Enter");
  await screen.shows(/hello \$HOME\^M/);
  expect(read("input")).toBe("hello $HOME\r");
  screen.keys("F5");
  await screen.hides(/stand-in is ready/);
  await soon(() => screen.text).toBe(before);
  // Normal mode, in the file.
  screen.type("ddp");
  await screen.shows(/^two\s*\none\s*$/m);
  screen.keys("F5");
  await screen.shows(/stand-in is ready/);
  screen.type(" again");
  await soon(() => read("input")).toBe("hello $HOME\r again");
});

test("a question about code ignores keys typed before it was visible", async () => {
  const { screen } = await open(`
    require("tandem").setup({ start = "first_use" })
    vim.keymap.set("n", "<F9>", function()
      local question = { id = "1", code = "print('\\226\\128\\174')", folder = vim.fn.getcwd() }
      question.lines, question.signs = { "print('<U+202E>')" }, { { row = 0, from = 7, to = 15 } }
      require("tandem.question").ask(question, function(answer)
        vim.api.nvim_buf_set_lines(0, 0, 0, false, { "answer: " .. answer })
      end)
    end)`);
  await screen.shows(/^one\s*$/m);
  screen.keys("F9", "y", "y", "p");
  await screen.shows(/print\('<U\+202E>'\)/);
  await screen.shows(/y once · a always in this workspace · n no/);
  expect(screen.text).toMatch(/^one\s*\none\s*$/m);
  expect(screen.text).not.toContain("answer:");
  screen.keys("Enter");
  screen.keys("y");
  await screen.shows(/^answer: once\s*$/m);
  expect(screen.text).not.toContain("print");
});
