/** The real netrw, in a Neovim with a fake sidecar. */
import { expect } from "vitest";
import { type Fixture, openFixture } from "./mention-fixture.js";

/** Neovim in netrw, with the send key. */
export async function explore(folder: string, style: number, init = ""): Promise<Fixture> {
  const fixture = await openFixture({
    folder,
    init: `vim.g.netrw_liststyle = ${style}
      require("tandem.keys").define()
      vim.keymap.set({ "n", "x" }, "<Space>s", "<Plug>(tandem-send)")
      ${init}`,
  });
  await fixture.nvim.command("Explore");
  expect(await fixture.nvim.lua("return { vim.bo.filetype, require('tandem.trees').is_tree(0) }")).toEqual([
    "netrw",
    true,
  ]);
  return fixture;
}

/** Puts the cursor on a name, below the heading. */
export async function goTo(fixture: Fixture, name: string, occurrence = 1): Promise<void> {
  const line = await fixture.nvim.lua<number>(
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

/** The requested mentions, in order. */
export const paths = async (fixture: Fixture) => (await fixture.asked()).map(({ path }) => path);
