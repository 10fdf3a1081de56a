/** Neovim for the contract test: launched where the suite wants it, with the hand of a person in it. */
import type { LaunchedEditor, LaunchOptions } from "@tandem/conformance";
import { NeovimHand } from "./hand.js";
import { Neovim } from "./neovim.js";

export async function launchNeovim({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> {
  const [folder = home, ...others] = folders;
  // Without what Neovim adds to what is typed.
  const init = 'vim.o.autoindent = false; require("tandem").setup()';
  const neovim = await Neovim.start({ folder, home, configDir, init });
  try {
    await neovim.until('return require("tandem.sidecar").status() == "running"');
    const hand = new NeovimHand(neovim);
    if (others.length > 0) await hand.setFolders(folders);
    return { hand, stop: () => neovim.stop() };
  } catch (error) {
    await neovim.stop();
    throw error;
  }
}
