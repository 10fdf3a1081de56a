/** The cost of Tandem inside a real Neovim, by default the one that the tests use. `TANDEM_NEOVIM=0.12` selects another. */
import { createFixture } from "../neovim/editor.mjs";
import { moves } from "../neovim/moves.mjs";
import { withSidecar } from "../neovim/sidecar.mjs";
import { startTimes } from "../neovim/start.mjs";

export async function measure() {
  const fixture = createFixture();
  if (fixture.command) return [...(await startTimes(fixture)), ...(await withSidecar(fixture, moves))];
  console.error("Can't find Neovim 0.10 or newer. Install it, or run npm test, which installs one for tests.");
  return [];
}
