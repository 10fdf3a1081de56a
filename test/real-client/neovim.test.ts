/** The real Claude Code with Neovim. */
import { needs } from "../parts.js";
import { neovimRow } from "./neovim-row.js";
import { runRow } from "./run-row.js";

needs("neovim").describe("Neovim", () => runRow(neovimRow));
