/** Builds the sidecar before the tests of the plugin, so that they run the current sources. */
import { buildSidecar } from "../../scripts/build-sidecar.mjs";

/** Builds it, unless `npm test` has done that for several runs at once. */
export async function setup(): Promise<void> {
  if (process.env.TANDEM_BUILT !== "true") await buildSidecar();
}
