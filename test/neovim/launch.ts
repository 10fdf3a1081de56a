/** Neovim for the contract test: launched in the suite's folders, with a driver. */
import type { LaunchedEditor, LaunchOptions } from "@tandem-ide/conformance";
import { NeovimDriver } from "./driver.js";
import { Neovim } from "./neovim.js";

export async function launchNeovim({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> {
  const [folder = home, ...others] = folders;
  // Without the text that Neovim adds to typed text.
  const init = 'vim.o.autoindent = false; require("tandem").setup()';
  const neovim = await Neovim.start({ folder, home, configDir, init });
  try {
    await neovim.until('return require("tandem.sidecar").status() == "running"');
    const driver = new NeovimDriver(neovim);
    if (others.length > 0) await driver.setFolders(folders);
    return { driver, screen: () => neovim.screen(), stop: () => neovim.stop() };
  } catch (error) {
    await neovim.stop();
    throw error;
  }
}
