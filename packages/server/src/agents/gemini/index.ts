/** Gemini CLI and Qwen Code find the editor by a file and talk MCP over HTTP. */
import type { StartAgent } from "../agent.js";
import { geminiCli, qwenCode } from "./dialect.js";
import { GeminiAgent } from "./gemini.js";

export const startGemini: StartAgent = (hub, settings, address) =>
  new GeminiAgent(hub, settings, geminiCli, address).start();

export const startQwen: StartAgent = (hub, settings, address) =>
  new GeminiAgent(hub, settings, qwenCode, address).start();
