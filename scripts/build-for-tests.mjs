/** Builds what several runs of tests load, so that they don't overwrite each other's files. */

/**
 * Runs these builds, and ends the process that esbuild keeps for later ones.
 *
 * @param {readonly (() => Promise<unknown>)[]} builds
 */
export async function bundleAll(builds) {
  try {
    await Promise.all(builds.map((build) => build()));
  } finally {
    const { stop } = await import("esbuild");
    await stop();
  }
}

/** Builds the sidecar, and the extension for VS Code as its tests load it. */
export async function buildForTests() {
  const { buildSidecar } = await import("./build-sidecar.mjs");
  const { setup: buildVscode } = await import("../test/vscode/build.mjs");
  await bundleAll([buildSidecar, buildVscode]);
}
