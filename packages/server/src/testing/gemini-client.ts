/** A client like Gemini CLI: the official SDK's, with the messages that it handles. */

import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

export interface Told {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface OpenFile {
  readonly path: string;
  readonly timestamp: number;
  readonly isActive?: boolean;
  readonly cursor?: { readonly line: number; readonly character: number };
  readonly selectedText?: string;
}

/** Reads the port and token from a discovery file. */
export function readDiscovery(path: string): { readonly port: number; readonly authToken: string } {
  return JSON.parse(readFileSync(path, "utf8"));
}

export class GeminiClient {
  readonly received: Told[] = [];
  readonly #client = new Client({ name: "streamable-http-client", version: "0.61.0" });
  readonly #waiters = new Set<() => void>();

  static async connect({ port, authToken }: { port: number; authToken: string }): Promise<GeminiClient> {
    const client = new GeminiClient();
    await client.#connect(port, authToken);
    return client;
  }

  async #connect(port: number, authToken: string): Promise<void> {
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { Authorization: `Bearer ${authToken}` } },
    });
    this.#client.fallbackNotificationHandler = async ({ method, params }) => {
      this.received.push({ method, params: params ?? {} });
      for (const wake of this.#waiters) wake();
    };
    onTestFinished(() => this.#client.close());
    await this.#client.connect(transport);
    await this.#client.listTools();
  }

  get sdk(): Client {
    return this.#client;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Waits for the first matching notification, including past ones. */
  async find(fits: (told: Told) => boolean): Promise<Told> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }

  /** Waits for a context in which the open files match. */
  async context(fits: (files: readonly OpenFile[]) => boolean): Promise<readonly OpenFile[]> {
    const filesOf = ({ params }: Told) => (params.workspaceState as { openFiles: OpenFile[] }).openFiles;
    return filesOf(await this.find((told) => told.method === "ide/contextUpdate" && fits(filesOf(told))));
  }

  openDiff(filePath: string, newContent: string) {
    return this.#client.callTool({ name: "openDiff", arguments: { filePath, newContent } });
  }

  closeDiff(filePath: string, suppressNotification = true) {
    return this.#client.callTool({ name: "closeDiff", arguments: { filePath, suppressNotification } });
  }

  /** The outcomes of reviews that it was told. */
  get outcomes(): readonly Told[] {
    return this.received.filter(({ method }) => method.startsWith("ide/diff"));
  }
}
