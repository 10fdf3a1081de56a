/** Text typed into a review when Neovim, its sidecar or both are killed. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { draftsIn } from "../saved-drafts.js";
import { client, lockFiles, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

function fixture() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-drafts-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
  const journal = join(root, "state", "tandem", "drafts");
  const start = async () => {
    const neovim = await started({ folder, env: { XDG_STATE_HOME: join(root, "state") } });
    onTestFinished(() => neovim.stop());
    return neovim;
  };
  const kept = () => draftsIn(journal);
  return { folder, start, kept };
}

/** Makes Claude propose a change, and focuses its review. */
async function propose(neovim: Neovim, folder: string) {
  const claude = await client(neovim);
  onTestFinished(() => claude.close());
  const path = join(folder, "a.txt");
  const proposal = {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "one\nTWO\nthree\n",
    tab_name: "t",
  };
  const answer = claude.call("openDiff", proposal).catch(String);
  await neovim.until('return require("tandem.review").pending() == 1');
  await neovim.command("TandemReview");
  return { claude, answer };
}

const keptBuffer = `
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buf):find("^tandem://kept/") then
      return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n")
    end
  end`;

for (const both of [false, true])
  test(`SIGKILL of Neovim${both ? " and its sidecar" : ""}: edits in a review are recovered`, async () => {
    const { folder, start, kept } = fixture();
    const neovim = await start();
    await propose(neovim, folder);
    await neovim.keys("ggOmy own words<Esc>");
    await eventually(() => expect(kept()).toEqual([expect.stringContaining("\nmy own words\none\nTWO\nthree\n")]));
    const sidecar = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
    if (both) process.kill(sidecar, "SIGKILL");
    await neovim.kill();
    if (!both) await eventually(() => expect(lockFiles(neovim)).toEqual([]));

    const next = await start();
    await eventually(async () =>
      expect(await next.messages()).toContain("Your unsaved edits in a review were recovered: :TandemDrafts"),
    );
    await next.command("TandemDrafts");
    await eventually(async () => expect(await next.lua(keptBuffer)).toBe("my own words\none\nTWO\nthree"));
    expect(await next.messages()).toContain("These reviews have ended.");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    await next.command("TandemDrafts!");
    await eventually(() => expect(kept()).toEqual([]));
  });

test("edits stay in the journal when the session ends, because the scratch buffer has no swap file", async () => {
  const { folder, start, kept } = fixture();
  const neovim = await start();
  const { claude } = await propose(neovim, folder);
  await neovim.keys("ggOmy own words<Esc>");
  await eventually(() => expect(kept()).toHaveLength(1));
  await claude.close();
  await neovim.until('return require("tandem.review").pending() == 0');
  expect(await neovim.lua(keptBuffer)).toBe("my own words\none\nTWO\nthree");
  await neovim.kill();
  const next = await start();
  await eventually(async () => expect(await next.messages()).toContain(":TandemDrafts"));
});

test("a decided review leaves no draft", async () => {
  const { folder, start, kept } = fixture();
  const neovim = await start();
  const { answer } = await propose(neovim, folder);
  await neovim.keys("ggOmy own words<Esc>");
  await eventually(() => expect(kept()).toHaveLength(1));
  await neovim.keys(":w<CR>");
  expect(await answer).toMatchObject({ decision: "saved" });
  await eventually(() => expect(kept()).toEqual([]));
});

test(":TandemDrafts! only discards drafts that were shown", async () => {
  const { start } = fixture();
  const neovim = await start();
  await neovim.keys(":TandemDrafts!<CR>");
  expect(await neovim.messages()).toContain("Use :TandemDrafts to see the drafts first.");
  await neovim.command("TandemDrafts");
  await eventually(async () => expect(await neovim.messages()).toContain("There are no drafts."));
});

test("ordinary buffers keep their swap file", async () => {
  const { folder, start } = fixture();
  const neovim = await start();
  await neovim.command(`edit ${join(folder, "a.txt")}`);
  await neovim.keys("Omine<Esc>");
  expect(await neovim.lua("return vim.bo.swapfile and vim.fn.swapname(0) ~= ''")).toBe(true);
});
