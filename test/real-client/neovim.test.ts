/** The real Claude Code with Neovim. */
import { needs } from "../parts.js";
import { neovimIntegration } from "./neovim-integration.js";
import { testIntegration } from "./run-scenarios.js";

needs("neovim").describe("Neovim", () => testIntegration(neovimIntegration));
