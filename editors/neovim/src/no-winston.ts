/** Replaces winston in the bundle (scripts/build-sidecar.mjs): the Neovim client always gets a logger, so it does not need it. */
export {};
