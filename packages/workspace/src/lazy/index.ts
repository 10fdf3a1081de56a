/**
 * Language servers and kernels that are configured by the user's settings and loaded on first use.
 */
export {
  createLazyLanguageServers,
  type LazyLanguage,
  type LazyLanguageServersOptions,
} from "./create-lazy-language-servers.js";
export { createLazyKernels, type LazyKernels, type LazyKernelsOptions } from "./lazy-kernels.js";
export type { LazyLanguageServers } from "./lazy-language-servers.js";
