/** How Claude Code itself is started from an editor. */
export { askingMode, askingModeIn } from "./asking-mode.js";
