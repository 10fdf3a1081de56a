/** A client like Copilot CLI, with the requests that were recorded from the real one. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { onTestFinished } from "vitest";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown> & { readonly content?: readonly { readonly text: string }[] };
}

const sessionId = "c955f056-4149-4415-bf22-e13d9b9ab1e1";

export class CopilotClient {
  readonly received: Message[] = [];
  readonly #lock: { readonly socketPath: string; readonly headers: { readonly Authorization: string } };
  #id = 0;

  constructor(lockFile: string) {
    this.#lock = JSON.parse(readFileSync(lockFile, "utf8"));
  }

  send(method: string, body?: object, onPart?: (part: string) => void): Promise<{ status: number; text: string }> {
    const { socketPath, headers } = this.#lock;
    const own = { "x-copilot-session-id": sessionId, "mcp-session-id": sessionId, host: "localhost" };
    return new Promise((resolve, reject) => {
      const all = { ...headers, ...own, "content-type": "application/json" };
      const sent = request({ socketPath, path: "/mcp", method, headers: all }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => {
          text += part;
          onPart?.(part);
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", () => {});
      });
      sent.on("error", onPart ? () => {} : reject);
      sent.end(body && JSON.stringify(body));
      if (onPart) onTestFinished(() => void sent.destroy());
    });
  }

  async call(method: string, params: object = {}): Promise<Message> {
    const { text } = await this.send("POST", { jsonrpc: "2.0", id: this.#id++, method, params });
    const data = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "");
    return JSON.parse(data);
  }

  async tool(name: string, args: object = {}): Promise<unknown> {
    const { result } = await this.call("tools/call", { name, arguments: args });
    return JSON.parse(result?.content?.[0]?.text ?? "");
  }

  async connect(): Promise<this> {
    const clientInfo = { name: "copilot-cli", version: "1.0.102" };
    await this.call("server/discover");
    await this.call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await this.send("POST", { jsonrpc: "2.0", method: "notifications/initialized" });
    void this.send("GET", undefined, (part) => {
      for (const [, data = ""] of part.matchAll(/^data: (.*)$/gm)) this.received.push(JSON.parse(data));
    });
    await this.call("tools/list");
    return this;
  }
}
