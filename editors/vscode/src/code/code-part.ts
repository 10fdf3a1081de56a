/** What runs code, and remembers that it may: a bundle of its own, because it is large and most windows run none. */
export { createLazyKernels, type LazyKernels } from "@tandem/workspace/lazy";
export { AllowedCode, codeIsOver, Permissions } from "@tandem/workspace/permission";
export { readSettings } from "@tandem/workspace/settings";
