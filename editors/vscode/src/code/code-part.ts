/** What runs code: a bundle of its own, because it is large and most windows run none. */
export { createLazyKernels, type LazyKernels } from "@tandem/workspace/lazy";
export { readSettings } from "@tandem/workspace/settings";
