/** Serves a page on loopback, only to the user's browser. */
export { openInBrowser } from "./browser.js";
export { type Hello, helloSchema } from "./hello-message.js";
export {
  type PageServer,
  type PageServerLog,
  type PageServerOptions,
  startPageServer,
  type WindowSocket,
} from "./page-server.js";
