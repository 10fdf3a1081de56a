/** How an editor starts Claude Code. */
export { askingMode, askingModeIn } from "./asking-mode.js";
