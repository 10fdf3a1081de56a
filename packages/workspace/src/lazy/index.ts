/**
 * Language servers and kernels by the user's settings, for an editor that starts before anybody needs them: what they
 * stand on is loaded on first use, not with this.
 */
export {
  createLazyLanguageServers,
  type LazyLanguage,
  type LazyLanguageServersOptions,
} from "./create-lazy-language-servers.js";
export { createLazyKernels, type LazyKernels, type LazyKernelsOptions } from "./lazy-kernels.js";
export type { LazyLanguageServers } from "./lazy-language-servers.js";
