/** A fake model API for Claude Code: a server on loopback with scripted answers, which stores the requests. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A part of an answer, as the Messages API has it. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

/** A text from the model. */
export function say(text: string): Block {
  return { type: "text", text };
}

/** The model calls a tool of Claude Code. */
export function use(name: string, input: unknown): Block {
  return { type: "tool_use", id: `toolu_${randomBytes(9).toString("hex")}`, name, input };
}

/** A question as received. `text` is its body, to search for anything in it. */
export interface Question {
  readonly text: string;
  readonly toolNames: readonly string[];
  /** The content of the last message, as JSON. */
  readonly last: string;
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: unknown }[];
}

const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };

export class ScriptedModel implements AsyncDisposable {
  /** The requests of the conversation, without small ones such as for a title. */
  readonly questions: Question[] = [];
  /** Every request's body, whatever it was for. */
  readonly bodies: string[] = [];
  readonly #server: Server;
  #turns: (readonly Block[])[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on("request", (request, response) => void model.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Its next answers, one per turn. Without a script it answers that it is done. */
  script(...turns: (readonly Block[])[]): void {
    this.#turns.push(...turns);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    this.bodies.push(text);
    const path = new URL(request.url ?? "/", this.url).pathname;
    if (path === "/v1/messages/count_tokens") json(response, 200, { input_tokens: 10 });
    else if (path !== "/v1/messages" || request.method !== "POST")
      json(response, 404, { type: "error", error: { type: "not_found_error", message: "Not here" } });
    else this.#converse(text, response);
  }

  #converse(text: string, response: ServerResponse): void {
    const body: Body = JSON.parse(text);
    const toolNames = body.tools?.map(({ name }) => name) ?? [];
    const isConversation = toolNames.length > 0;
    const last = JSON.stringify(body.messages.at(-1)?.content ?? "");
    let blocks: readonly Block[] = [say('{"title":"A test","isNewTopic":false}')];
    if (isConversation) {
      this.questions.push({ text, toolNames, last });
      blocks = this.#turns.shift() ?? [say("There is nothing more in the script.")];
    }
    if (body.stream) stream(response, body.model, blocks);
    else json(response, 200, { ...message(body.model, blocks), content: blocks });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function message(model: string, blocks: readonly Block[]) {
  const reason = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  const id = `msg_${randomBytes(9).toString("hex")}`;
  return { id, type: "message", role: "assistant", model, stop_reason: reason, stop_sequence: null, usage };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** The same response as events. */
function stream(response: ServerResponse, model: string, blocks: readonly Block[]): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const tell = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const whole = message(model, blocks);
  tell("message_start", { message: { ...whole, content: [], stop_reason: null } });
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === "text";
    const start = isText ? { type: "text", text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    tell("content_block_start", { index, content_block: start });
    tell("content_block_delta", { index, delta });
    tell("content_block_stop", { index });
  }
  tell("message_delta", {
    delta: { stop_reason: whole.stop_reason, stop_sequence: null },
    usage: { output_tokens: 5 },
  });
  tell("message_stop", {});
  response.end();
}
