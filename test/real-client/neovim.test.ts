/** The real Claude Code with Neovim. */
import { neovimRow } from "./neovim-row.js";
import { runRow } from "./run-row.js";

runRow(neovimRow);
