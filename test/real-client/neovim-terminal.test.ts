/** The real Claude Code inside Neovim's own terminal, using only keys. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { claudeCodeCommand } from "../../scripts/claude-code.mjs";
import { eventually } from "../eventually.js";
import { Neovim } from "../neovim/neovim.js";
import { Screen } from "../neovim/screen.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { clientEnvironment, putOnPath, seedHome } from "./claude.js";
import { type Block, ScriptedModel, say, use } from "./model.js";
import { versions } from "./run-scenarios.js";
import { edit } from "./scenario.js";

const { test } = needs("neovim", "tmux");
const [version = ""] = versions;

/** Neovim in a terminal with a file, and Claude Code of this release in a split, which has connected. */
async function opened(release: string, text: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  onTestFinished(() => removeFolder(root));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  const file = join(folder, "notes.txt");
  writeFileSync(file, text);
  seedHome(home, release, [folder]);
  putOnPath(home, release);
  const model = await ScriptedModel.start();
  const env = clientEnvironment({ version: release, home, folder, modelUrl: model.url });
  const screen = await Screen.open({
    folder,
    home,
    args: [file],
    columns: 160,
    rows: 45,
    env: { ...env, PATH: `${join(home, "bin")}:${process.env.PATH}` },
    init: `
      require("tandem").setup({ terminal = { size = 0.5 } })
      vim.keymap.set({ "n", "x", "t" }, "<F5>", "<Cmd>TandemToggle<CR>")`,
  });
  await screen.shows(/^one\s*$/m);
  return { model, screen, file, folder };
}

test(`Claude Code ${version} in Neovim's terminal: toggled, it sees the selection, and its edit is accepted by :w`, async () => {
  const { model: ownModel, screen: ownScreen, file } = await opened(version, "one\ntwo\nthree\n");
  await using model = ownModel;
  await using screen = ownScreen;
  screen.type("Vj");
  screen.keys("F5");
  await screen.shows(/❯/);
  // It has connected automatically, through the environment, and still gets the earlier selection.
  await screen.shows(/2 lines selected/);
  model.script(...edit(file, { from: "two", to: "2" }, "All done."));
  screen.type("change it");
  await screen.shows(/change it/);
  screen.keys("Enter");
  // The proposal is next to the terminal, which keeps the focus.
  await screen.shows(/TandemAccept|accept/i);
  await screen.neovim.until('return require("tandem.review").pending() == 1');
  expect(await screen.neovim.lua("return vim.api.nvim_get_mode().mode")).toBe("t");
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
  screen.keys("C-\\", "C-n");
  screen.type(":TandemReview");
  screen.keys("Enter");
  screen.type(":w");
  screen.keys("Enter");
  await eventually(() => expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n"));
  await screen.shows(/All done\./);
  // The buffer shows the written text without a key press.
  await eventually(async () =>
    expect(await screen.neovim.lua("return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false)", file)).toEqual(
      ["one", "2", "three"],
    ),
  );
  await eventually(async () => expect(await screen.neovim.lua("return vim.fn.tabpagenr('$')")).toBe(1));
});

test.for(versions)(
  'Claude Code %s: a reason that begins with "1" goes into its prompt, unsent, and approves nothing',
  async (release) => {
    const { model: ownModel, screen: ownScreen, file, folder } = await opened(release, "one\ntwo\n");
    await using model = ownModel;
    await using screen = ownScreen;
    const other = join(folder, "other.txt");
    writeFileSync(other, "one\ntwo\n");
    screen.keys("F5");
    await screen.shows(/❯/);
    await screen.neovim.until("return #require('tandem').status().clients == 1");
    const [read, change] = ["Read", "Edit"].map((name) => (path: string) => {
      const texts = name === "Edit" ? { old_string: "two", new_string: "2" } : {};
      return use(name, { file_path: path, ...texts });
    }) as [(path: string) => Block, (path: string) => Block];
    // Both edits ask for permission.
    model.script([read(file), read(other)], [change(file), change(other)], [say("All done.")]);
    screen.type("change both");
    await screen.shows(/change both/);
    screen.keys("Enter");
    await eventually(async () =>
      expect(await screen.neovim.lua('return require("tandem.review").pending()')).toBeGreaterThan(0),
    );
    screen.keys("C-\\", "C-n");
    screen.type(":TandemReview");
    screen.keys("Enter");
    screen.type(":TandemReject 1 is enough");
    screen.keys("Enter");
    await eventually(async () =>
      expect(await screen.neovim.messages()).toContain("Your message for Claude Code is in its prompt, not sent yet."),
    );
    await screen.shows(/I rejected your edit to \w+\.txt: 1 is enough/);
    expect([readFileSync(file, "utf8"), readFileSync(other, "utf8")]).toEqual(["one\ntwo\n", "one\ntwo\n"]);
    expect(model.questions, "nothing was sent after the edits").toHaveLength(2);
  },
);

test.for(versions)("the plugin finds the name of the asking mode in the help of Claude Code %s", async (release) => {
  const [program = "", ...first] = claudeCodeCommand(release);
  await using neovim = await Neovim.start({ init: "" });
  const env = { HOME: neovim.home, PATH: process.env.PATH };
  const help = execFileSync(program, [...first, "--help"], { encoding: "utf8", env });
  const mode = await neovim.lua<string[]>('return require("tandem.terminal.permission_mode").read(...)', help);
  expect(mode).toEqual(["--permission-mode", release === "2.1.112" ? "default" : "manual"]);
});
