/** Serves Gemini CLI, or a fork of it, on a loopback port. */
import type { Server } from "node:http";
import type { Environment } from "@tandem-ide/base";
import type { Address } from "../../address.js";
import type { Hub } from "../../hub/hub.js";
import { bindLoopback } from "../../loopback/bind.js";
import { HttpAgent } from "../../mcp-http/http-agent.js";
import type { HttpSessionOptions } from "../../mcp-http/session.js";
import type { Settings } from "../../options.js";
import { type Dialect, discoveryContent, type EditorFacts } from "./dialect.js";
import { OpenFiles } from "./open-files.js";
import type { GeminiSession } from "./session.js";

const loadSessions = () => import("./session.js");
type Sessions = Awaited<ReturnType<typeof loadSessions>>;

export class GeminiAgent extends HttpAgent<Sessions, GeminiSession> {
  readonly #dialect: Dialect;
  readonly #wantedPort: number | undefined;
  readonly #openFiles: OpenFiles;
  #port = 0;
  #isReading = false;
  #isStale = false;

  constructor(hub: Hub, settings: Settings, dialect: Dialect, address: Partial<Address>) {
    super(hub, settings, address, {
      agent: dialect.name,
      scheme: "Bearer",
      load: loadSessions,
    });
    this.#dialect = dialect;
    this.#wantedPort = address.port;
    this.#openFiles = new OpenFiles(hub);
  }

  get address(): Address {
    return { port: this.#port, authToken: this.authToken };
  }

  environment(_base: Environment): Record<string, string> {
    return { [this.#dialect.portVariable]: String(this.#port) };
  }

  protected async listen(server: Server): Promise<void> {
    const port = this.#wantedPort;
    this.#port = await bindLoopback(server, {
      ...(port !== undefined && { port }),
      ...{ range: this.settings.portRange, isReserved: () => false },
    });
  }

  get #facts(): EditorFacts {
    const { editor, workspace } = this.hub;
    return {
      editorName: editor.name,
      editorPid: editor.pid ?? process.pid,
      port: this.#port,
      authToken: this.authToken,
      folders: workspace.folders,
    };
  }

  protected get fileName(): string {
    return this.#dialect.fileName(this.#facts);
  }

  protected fileContent(): Readonly<Record<string, unknown>> {
    return discoveryContent(this.#dialect, this.#facts);
  }

  protected override readonly events = { privacyChanged: () => this.#contextChanged() };

  protected observe(): readonly (() => void)[] {
    const { selection } = this.hub;
    this.#openFiles.activated(selection.current?.path);
    return [
      selection.observe((active) => {
        this.#openFiles.activated(active?.path);
        this.#contextChanged();
      }),
    ];
  }

  protected newSession({ GeminiSession }: Sessions, options: HttpSessionOptions): GeminiSession {
    const { maxPendingBytes } = this.settings;
    return new GeminiSession({ ...options, maxPendingBytes, sendContext: () => this.#contextChanged() });
  }

  /** Sends what is open to every client that listens. Changes while the editor answers are sent afterwards. */
  #contextChanged(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#sendContext();
  }

  async #sendContext(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && [...this.sessions].some(({ isListening }) => isListening)) {
        this.#isStale = false;
        const context = await this.#openFiles.read();
        for (const session of this.sessions) session.sendContext(context);
      }
    } finally {
      this.#isReading = false;
    }
  }
}
