/** Netrw itself, in a Neovim whose sidecar is a stand-in. */
import { expect } from "vitest";
import { openStage, type Stage } from "./mention-stage.js";

/** Neovim in netrw, with the send key. */
export async function explore(folder: string, style: number, init = ""): Promise<Stage> {
  const stage = await openStage({
    folder,
    init: `vim.g.netrw_liststyle = ${style}
      require("tandem.keys").define()
      vim.keymap.set({ "n", "x" }, "<Space>s", "<Plug>(tandem-send)")
      ${init}`,
  });
  await stage.nvim.command("Explore");
  expect(await stage.nvim.lua("return { vim.bo.filetype, require('tandem.trees').is_tree(0) }")).toEqual([
    "netrw",
    true,
  ]);
  return stage;
}

/** Puts the cursor on a name, below the heading. */
export async function goTo(stage: Stage, name: string, occurrence = 1): Promise<void> {
  const line = await stage.nvim.lua<number>(
    `local name, occurrence = ...
     vim.fn.cursor(vim.w.netrw_bannercnt, 1)
     for each = 1, occurrence do
       local found = vim.fn.search("\\\\V" .. vim.fn.escape(name, "\\\\"), each == 1 and "cW" or "W")
       if found == 0 then return 0 end
     end
     return vim.fn.line(".")`,
    name,
    occurrence,
  );
  expect(line, name).toBeGreaterThan(0);
}

/** What the sidecar was asked to mention, in its order. */
export const paths = async (stage: Stage) => (await stage.asked()).map(({ path }) => path);
