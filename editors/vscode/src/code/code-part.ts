/** Running code, in a separate bundle that is loaded on first use, because it is large. */
export { createLazyKernels, type LazyKernels } from "@tandem-ide/workspace/lazy";
export { readSettings } from "@tandem-ide/workspace/settings";
