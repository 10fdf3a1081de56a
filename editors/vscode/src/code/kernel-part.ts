/** The kernel part, a bundle of its own: what it stands on is large, and most windows run no code. */
export { createLazyKernels, type LazyKernels } from "@tandem/workspace/lazy";
export { readSettings } from "@tandem/workspace/settings";
