/** A fake model for other agents than Claude Code: a server on loopback with scripted answers, which stores the requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Block } from "../model.js";

/** How a model's API looks. */
export interface ModelApi {
  /** Whether a request belongs to the conversation, in contrast to small ones such as for a title. */
  isConversation(path: string, body: string): boolean;
  answer(response: ServerResponse, request: { readonly path: string; readonly body: string }, blocks: Blocks): void;
}

export type Blocks = readonly Block[];

export class AgentModel implements AsyncDisposable {
  /** The bodies of the conversation's requests. */
  readonly questions: string[] = [];
  readonly #server: Server;
  readonly #api: ModelApi;
  readonly #turns: Blocks[] = [];

  private constructor(server: Server, api: ModelApi) {
    this.#server = server;
    this.#api = api;
  }

  static async start(api: ModelApi): Promise<AgentModel> {
    const server = createServer();
    const model = new AgentModel(server, api);
    server.on("request", (request, response) => void model.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Its next answers, one per turn. Without a script it answers that it is done. */
  script(...turns: Blocks[]): void {
    this.#turns.push(...turns);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const path = new URL(request.url ?? "/", this.url).pathname;
    let blocks: Blocks = [{ type: "text", text: "{}" }];
    if (this.#api.isConversation(path, body)) {
      this.questions.push(body);
      blocks = this.#turns.shift() ?? [{ type: "text", text: "There is nothing more in the script." }];
    }
    this.#api.answer(response, { path, body }, blocks);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function events(response: ServerResponse, values: readonly unknown[], last = ""): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const value of values) response.write(`data: ${JSON.stringify(value)}\n\n`);
  response.end(last);
}

/** Google's API, as Gemini CLI uses it. */
export const googleApi: ModelApi = {
  isConversation: (path, body) => path.endsWith(":streamGenerateContent") && body.includes('"functionDeclarations"'),
  answer(response, { path }, blocks) {
    if (path.endsWith(":countTokens")) {
      json(response, { totalTokens: 1 });
      return;
    }
    const parts = blocks.map((block) =>
      block.type === "text" ? { text: block.text } : { functionCall: { name: block.name, args: block.input } },
    );
    const value = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (path.endsWith(":streamGenerateContent")) events(response, [value]);
    else json(response, value);
  },
};

/** The chat completions of OpenAI, which many agents can use. */
export const chatCompletions: ModelApi = {
  isConversation: (path, body) => path.endsWith("/chat/completions") && body.includes('"tools"'),
  answer(response, { path, body }, blocks) {
    if (!path.endsWith("/chat/completions")) {
      json(response, { object: "list", data: [{ id: "gpt-4o", object: "model", created: 1, owned_by: "x" }] });
      return;
    }
    const calls = blocks.flatMap((block, index) =>
      block.type === "text"
        ? []
        : [
            {
              ...{ index, id: block.id, type: "function" },
              function: { name: block.name, arguments: JSON.stringify(block.input) },
            },
          ],
    );
    const content = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
    const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
    const reason = calls.length > 0 ? "tool_calls" : "stop";
    const common = { id: "chatcmpl-1", created: 1, model: "gpt-4o" };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (JSON.parse(body).stream !== true) {
      const choices = [{ index: 0, message, finish_reason: reason }];
      json(response, { ...common, object: "chat.completion", choices, usage });
      return;
    }
    const chunk = (delta: object, finish: string | null) => ({
      ...{ ...common, object: "chat.completion.chunk" },
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    events(response, [chunk(message, null), { ...chunk({}, reason), usage }], "data: [DONE]\n\n");
  },
};
