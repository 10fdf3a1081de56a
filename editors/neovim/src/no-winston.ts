/** Stands for the logging library that the client for Neovim would load: it is always given a logger (scripts/build-sidecar.mjs). */
export {};
