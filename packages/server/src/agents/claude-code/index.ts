/** Claude Code finds the editor by a lock file and talks MCP over a WebSocket. */
import type { StartAgent } from "../agent.js";
import { ClaudeCode } from "./claude-code.js";
import { lockDirectories, prepareLockDirectory } from "./lock/lock-directory.js";

export const startClaudeCode: StartAgent = async (hub, settings, address) => {
  const directories = lockDirectories(settings.configDir, settings.env, settings.home);
  prepareLockDirectory(directories.primary);
  return await new ClaudeCode(hub, settings, directories, address).start();
};
