/** What Tandem costs inside of a real Neovim: that of the tests; `TANDEM_NEOVIM=0.12` for another. */
import { makePlace } from "../neovim/editor.mjs";
import { moves } from "../neovim/moves.mjs";
import { withSidecar } from "../neovim/sidecar.mjs";
import { startTimes } from "../neovim/start.mjs";

export async function measure() {
  const place = makePlace();
  try {
    if (place.command) return [...(await startTimes(place)), ...(await withSidecar(place, moves))];
    console.error("There is no Neovim 0.10 or newer here. npm test installs one for tests.");
    return [];
  } finally {
    place.remove();
  }
}
