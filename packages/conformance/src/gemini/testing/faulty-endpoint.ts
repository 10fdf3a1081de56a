/** An endpoint for Gemini CLI without an editor. It has at most one fault, which one check must find. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: Record<string, unknown> };
}

export class FaultyEndpoint implements AsyncDisposable {
  readonly #fault: string | undefined;
  readonly #root = mkdtempSync(join(tmpdir(), "tandem-gemini-fault-"));
  readonly #token = randomUUID();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sessions = new Set<string>();
  readonly #streams = new Map<string, ServerResponse>();
  /** The texts of open reviews, by session and path. */
  readonly #reviews = new Map<string, string>();
  file = "";

  constructor(fault?: string) {
    this.#fault = fault;
  }

  #has(fault: string): boolean {
    return this.#fault === fault;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    const directory = join(this.#root, "ide");
    mkdirSync(directory, { mode: 0o700 });
    this.file = join(directory, `gemini-ide-server-1-${port}.json`);
    const ideInfo = { name: "faulty", displayName: "Faulty" };
    const content = { port, workspacePath: this.#root, authToken: this.#token };
    writeFileSync(this.file, JSON.stringify({ ...content, ...(!this.#has("GEM-01/name") && { ideInfo }) }));
    chmodSync(this.file, this.#has("GEM-01/file") ? 0o644 : 0o600);
    if (this.#has("GEM-01/directory")) chmodSync(directory, 0o777);
    return this;
  }

  #refusal({ headers }: IncomingMessage): number | undefined {
    if (headers.origin !== undefined && !this.#has("GEM-02/origin")) return 403;
    if (!/^(localhost|127\.0\.0\.1)/.test(headers.host ?? "") && !this.#has("GEM-02/host")) return 403;
    if (headers["sec-fetch-mode"] !== undefined && this.#has("GEM-02/fetch")) return 403;
    return headers.authorization === `Bearer ${this.#token}` || this.#has("GEM-02/token") ? undefined : 401;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const refusal = this.#refusal(request);
    const session = String(request.headers["mcp-session-id"] ?? "");
    if (refusal !== undefined) response.writeHead(refusal).end();
    else if (request.method === "DELETE") response.writeHead(200).end();
    else if (request.method === "GET") this.#openStream(session, response);
    else this.#handle(JSON.parse(body), session, response);
  }

  #openStream(session: string, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    this.#streams.set(session, response);
    const line = this.#has("GEM-04/context") ? 0 : 1;
    const file = { path: join(this.#root, "a.txt"), timestamp: 1, isActive: true, cursor: { line, character: 1 } };
    this.#tell(session, "ide/contextUpdate", { workspaceState: { openFiles: [file] } });
  }

  #tell(session: string, method: string, params: object): void {
    this.#streams.get(session)?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", method, params })}\n\n`);
  }

  #handle(message: Message, session: string, response: ServerResponse): void {
    const reply = (result: object, headers = {}) => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    };
    if (message.method === "initialize") {
      const id = randomUUID();
      this.#sessions.add(id);
      reply({ protocolVersion: "2025-06-18", capabilities: {} }, { "mcp-session-id": id });
    } else if (!this.#sessions.has(session) && !this.#has("GEM-03/session")) response.writeHead(400).end();
    else if (message.id === undefined) response.writeHead(this.#has("GEM-03/notification") ? 200 : 202).end();
    else if (message.method === "tools/list") {
      const names = this.#has("GEM-03/tools") ? ["openDiff"] : ["openDiff", "closeDiff"];
      reply({ tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) });
    } else if (message.method === "tools/call") reply(this.#callTool(message, session));
    else reply({});
  }

  #callTool({ params }: Message, session: string): object {
    const { filePath, newContent, suppressNotification } = params?.arguments ?? {};
    const key = `${this.#has("GEM-05/owner") ? "" : session} ${filePath}`;
    if (params?.name === "openDiff") {
      this.#reviews.set(key, String(newContent));
      return this.#has("GEM-05/opens") ? { content: [], isError: true } : { content: [] };
    }
    const text = this.#reviews.get(key);
    this.#reviews.delete(key);
    if (text === undefined) return { content: [], isError: this.#has("GEM-05/unknown") };
    if (!suppressNotification) this.#tell(session, "ide/diffRejected", { filePath });
    if (!suppressNotification && this.#has("GEM-05/told")) this.#tell(session, "ide/diffRejected", { filePath });
    const content = this.#has("GEM-05/closes") ? "another text" : text;
    return { content: [{ type: "text", text: JSON.stringify({ content }) }] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#root, { recursive: true, force: true });
  }
}
