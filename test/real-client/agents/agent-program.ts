/** The agents under test: how each is set up and started, and what it is called on its screen. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AgentProgramName, agentCommand } from "../../../scripts/agent-programs.mjs";
import type { Block } from "../model.js";
import { use } from "../model.js";
import { chatCompletions, googleApi, type ModelApi } from "./agent-model.js";

export interface AgentProgram {
  readonly name: AgentProgramName;
  /** Its name for people. */
  readonly title: string;
  readonly api: ModelApi;
  /** Creates a home in which it has been started before. */
  seedHome(home: string): void;
  command(): readonly string[];
  environment(modelUrl: string): Readonly<Record<string, string>>;
  /** The model writes a whole file. */
  write(path: string, content: string): Block;
  /** What its screen shows when it waits for a prompt. */
  readonly prompt: RegExp;
  /** The question before it writes. Enter agrees. */
  readonly question: RegExp;
  /** What it writes if the user edits {@link proposal}, or empties it, and then agrees in the terminal. */
  readonly writtenFromTerminal: readonly [edited: string, emptied: string];
  /** What it writes if the user edits {@link proposal}, and accepts that in the editor. */
  readonly writtenFromEditor: string;
}

export const proposal = "proposal\n";
export const edit = "proposal, by hand\n";

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

export const gemini: AgentProgram = {
  name: "gemini",
  title: "Gemini CLI",
  api: googleApi,
  seedHome(home) {
    writeJson(join(home, ".gemini/settings.json"), {
      ide: { enabled: true, hasSeenNudge: true },
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
  },
  command: () => [...agentCommand("gemini"), "-m", "gemini-2.5-pro"],
  environment: (modelUrl) => ({
    GEMINI_API_KEY: "dummy-key-for-a-scripted-model",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: "true",
    // Build machines are containers, where it would look for the editor on the host.
    REMOTE_CONTAINERS: "true",
  }),
  write: (path, content) => use("write_file", { file_path: path, content }),
  prompt: /Type your message/,
  question: /Apply this change/,
  // The endpoint returns a line break for an empty text, which it would take for none.
  writtenFromTerminal: [edit, "\n"],
  writtenFromEditor: edit,
};

export const qwen: AgentProgram = {
  name: "qwen",
  title: "Qwen Code",
  api: chatCompletions,
  seedHome(home) {
    writeJson(join(home, ".qwen/settings.json"), {
      ide: { enabled: true, hasSeenNudge: true },
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    });
  },
  command: () => [...agentCommand("qwen"), "--approval-mode", "default"],
  environment: (modelUrl) => ({
    OPENAI_API_KEY: "dummy-key-for-a-scripted-model",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "gpt-4o",
  }),
  write: (path, content) => use("write_file", { file_path: path, content }),
  prompt: /Type your message/,
  question: /Apply this change/,
  // It doesn't wait for the text in the editor.
  writtenFromTerminal: [proposal, proposal],
  writtenFromEditor: edit,
};

export const copilot: AgentProgram = {
  name: "copilot",
  title: "Copilot CLI",
  api: chatCompletions,
  seedHome(home) {
    writeJson(join(home, ".copilot/config.json"), {
      banner: "never",
      trusted_folders: [join(home, "../project")],
    });
  },
  command: () => agentCommand("copilot"),
  environment: (modelUrl) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: "dummy-key-for-a-scripted-model",
    COPILOT_MODEL: "claude-sonnet-4",
    COPILOT_AUTO_UPDATE: "false",
  }),
  write: (path, content) => use("create", { path, file_text: content }),
  prompt: /❯|>/,
  question: /Do you want to/,
  // Its protocol returns no text.
  writtenFromTerminal: [proposal, proposal],
  writtenFromEditor: proposal,
};
