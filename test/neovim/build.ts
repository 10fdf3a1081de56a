/** Builds the sidecar before the tests of the plugin, so that they run what is in the tree. */
import { buildSidecar } from "../../scripts/build-sidecar.mjs";

export const setup = buildSidecar;
