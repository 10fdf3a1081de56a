/** Serves Copilot CLI on a Unix socket that only the user can reach, or on a named pipe on Windows. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import type { IncomingMessage, Server } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { messageOf } from "@tandem-ide/base";
import type { Address } from "../../address.js";
import { StartError } from "../../errors.js";
import type { EditorSelection } from "../../hub/editor.js";
import type { Hub } from "../../hub/hub.js";
import { HttpAgent } from "../../mcp-http/http-agent.js";
import type { HttpSessionOptions } from "../../mcp-http/session.js";
import type { Settings } from "../../options.js";
import type { CopilotSession } from "./session.js";

const loadSessions = () => import("./session.js");
type Sessions = Awaited<ReturnType<typeof loadSessions>>;

const socketName = "mcp.sock";
const socketDirectoryPrefix = "tandem-copilot-";
/** Longer paths don't fit into a socket's address on every system. */
const maxSocketPath = 103;

export class CopilotAgent extends HttpAgent<Sessions, CopilotSession> {
  readonly #id = randomUUID();
  #socketPath = "";

  constructor(hub: Hub, settings: Settings, address: Partial<Address>) {
    super(hub, settings, address, {
      agent: "copilot",
      scheme: "Nonce",
      load: loadSessions,
      sessionId,
    });
  }

  /** It has no port. */
  get address(): Address {
    return { port: 0, authToken: this.authToken };
  }

  environment(): Record<string, string> {
    return {};
  }

  protected async listen(server: Server): Promise<void> {
    this.#socketPath = process.platform === "win32" ? `\\\\.\\pipe\\tandem-${this.#id}.sock` : this.#makeSocketPath();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#socketPath, () => {
        server.off("error", reject);
        resolve();
      });
    });
    if (process.platform !== "win32") chmodSync(this.#socketPath, 0o600);
  }

  #makeSocketPath(): string {
    const { env } = this.settings;
    try {
      // Its mode is 0700.
      const directory = mkdtempSync(join(env.TMPDIR || tmpdir(), socketDirectoryPrefix));
      const path = join(directory, socketName);
      if (path.length <= maxSocketPath) return path;
      rmdirSync(directory);
    } catch (error) {
      throw new StartError("lock-directory-not-writable", `Cannot create a socket: ${messageOf(error)}`);
    }
    throw new StartError(
      "lock-directory-not-writable",
      `Cannot create a socket in ${env.TMPDIR || tmpdir()}: the path is too long. Set TMPDIR to a shorter one.`,
    );
  }

  protected get fileName(): string {
    return `${this.#id}.lock`;
  }

  protected fileContent(): Readonly<Record<string, unknown>> {
    const { editor, workspace } = this.hub;
    return {
      socketPath: this.#socketPath,
      scheme: process.platform === "win32" ? "pipe" : "unix",
      headers: { Authorization: `Nonce ${this.authToken}` },
      pid: editor.pid ?? process.pid,
      ideName: editor.name,
      timestamp: Date.now(),
      workspaceFolders: workspace.folders,
      ...(editor.isTrusted === true && { isTrusted: true }),
    };
  }

  override removeDiscovery(): void {
    super.removeDiscovery();
    removeSocket(this.#socketPath);
  }

  protected override leftFileRemoved({ socketPath }: Readonly<Record<string, unknown>>): void {
    if (typeof socketPath === "string") removeSocket(socketPath);
  }

  protected observe(): readonly (() => void)[] {
    return [this.hub.selection.observe((selection) => this.#send(selection))];
  }

  #send(selection: EditorSelection | undefined): void {
    for (const session of this.sessions) session.sendSelection(selection);
  }

  protected newSession({ CopilotSession }: Sessions, options: HttpSessionOptions): CopilotSession {
    return new CopilotSession(options);
  }
}

/** The client chooses its session's id, and keeps it when it starts over. */
function sessionId({ headers }: IncomingMessage): string | undefined {
  const id = headers["x-copilot-session-id"];
  return typeof id === "string" && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}

/** Removes a socket of this kind with its directory. */
function removeSocket(path: string): void {
  const directory = dirname(path);
  if (basename(path) !== socketName || !basename(directory).startsWith(socketDirectoryPrefix)) return;
  try {
    rmSync(path, { force: true });
    rmdirSync(directory);
  } catch {
    // Already removed, or not empty.
  }
}
