/** The real VS Code server, with the extension and the companion, in separate folders. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { vscodeCommand } from "../../scripts/vscode.mjs";
import { companionFolder, extensionFolder, installedExtension } from "./build.mjs";

export interface ServerOptions {
  /** The folder for all of its files. Its path must be short, because it contains sockets. */
  readonly root: string;
  readonly home: string;
  readonly configDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  /** An existing folder of extensions. By default, a new one with a link to ours. */
  readonly extensions?: string;
}

/** Turns off suggestions, welcome pages, updates and telemetry. */
const quiet = {
  "workbench.startupEditor": "none",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "security.workspace.trust.enabled": false,
  "chat.disableAIFeatures": true,
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "update.showReleaseNotes": false,
  "git.enabled": false,
  // On by default in a browser. Its effect on reviews has a separate test.
  "files.autoSave": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.unusualLineTerminators": "off",
};

/** Creates a folder of extensions with links to these. */
export function linkExtensions(folder: string, all: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [id, target] of Object.entries(all)) symlinkSync(target, join(folder, id));
}

export class VscodeServer {
  readonly child: ChildProcess;
  readonly port: number;
  readonly companionFile: string;
  readonly #exited: Promise<unknown>;

  private constructor(child: ChildProcess, port: number, companionFile: string) {
    this.child = child;
    this.port = port;
    this.companionFile = companionFile;
    this.#exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();
  }

  static async start(options: ServerOptions): Promise<VscodeServer> {
    const { root, home, configDir, env = {}, settings = {} } = options;
    const [node = "", main = ""] = vscodeCommand() ?? [];
    const extensions = options.extensions ?? join(root, "ext");
    if (options.extensions === undefined)
      linkExtensions(extensions, {
        [extensionFolder]: installedExtension,
        "tandem-test.companion-0.0.1": companionFolder,
      });
    for (const folder of ["tmp", "run", "data/data/User"]) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "data/data/User/settings.json"), JSON.stringify({ ...quiet, ...settings }));
    const companionFile = join(root, "companion");
    const args = [
      ...["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms"],
      ...["--telemetry-level", "off", "--disable-workspace-trust", "--log", "debug"],
      ...["--server-data-dir", join(root, "data"), "--extensions-dir", extensions],
      ...(options.args ?? []),
    ];
    const child = spawn(node, [main, ...args], {
      // A separate process group, so that a kill ends all of its processes, like a power cut.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        LANG: "C.UTF-8",
        SHELL: "/bin/bash",
        TMPDIR: join(root, "tmp"),
        XDG_RUNTIME_DIR: join(root, "run"),
        TANDEM_TEST_COMPANION: companionFile,
        ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }),
        ...env,
      },
    });
    const log = createWriteStream(join(root, "server.log"));
    child.stderr.pipe(log, { end: false });
    const lines = createInterface({ input: child.stdout });
    const port = await new Promise<number>((resolve, reject) => {
      lines.on("line", (line) => {
        log.write(`${line}\n`);
        const found = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (found) resolve(Number(found));
      });
      child.once("exit", (code) =>
        reject(new Error(`VS Code's server ended with ${code}: ${join(root, "server.log")}`)),
      );
    });
    return new VscodeServer(child, port, companionFile);
  }

  /** Kills it with all processes that it started. */
  async kill(): Promise<void> {
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, "SIGKILL");
    } catch {
      // They have all exited.
    }
    await this.#exited;
  }
}
