/** The endpoint's responses: a minimal editor that lets a client continue. It shows nothing and stores no text. */
import { isRecord, version } from "@tandem-ide/base";
import {
  answers,
  callToolParamsSchema,
  cancelledParamsSchema,
  classify,
  errorCodes,
  initializeParamsSchema,
  isToolName,
  negotiateVersion,
  type Params,
  protocolVersions,
  type RequestId,
  RpcError,
  type RpcRequest,
  type ToolName,
  toFileUri,
  toolInputSchemas,
  tools,
} from "@tandem-ide/protocol";
import type { Connection } from "./connection.js";
import type { AnswerMode } from "./log.js";

export const endpointName = "Tandem conformance";

/** A protocol version that no client supports. */
export const unknownVersion = "2099-12-31";

const scriptedError = "This error is part of the test.";

export interface ScriptSettings {
  readonly folders: readonly string[];
  readonly acceptsEdits: boolean;
  readonly reviewMs: number;
  readonly initializeDelayMs: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A pending proposal. */
interface Review {
  readonly connection: Connection;
  readonly id: RequestId;
  readonly tabName: string;
  readonly decide: (accepts: boolean) => void;
}

const start = { line: 0, character: 0 };

/** An empty selection that is recognizable in a log. */
export const earlySelection = { text: "", selection: { start, end: start, isEmpty: true }, early: true };

/** Marks responses that come later or never. */
const later: unique symbol = Symbol("later");

function items(...texts: string[]) {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

function json(value: unknown) {
  return items(JSON.stringify(value));
}

function versionFor(answerMode: AnswerMode, asked: string): string {
  if (answerMode === "unknown-version") return unknownVersion;
  return answerMode === "older-version" ? protocolVersions[0] : negotiateVersion(asked);
}

export class Script {
  readonly #settings: ScriptSettings;
  readonly #reviews = new Set<Review>();
  #hasFailedOnce = false;
  #hasNotifiedEarly = false;

  constructor(settings: ScriptSettings) {
    this.#settings = settings;
  }

  /** Whether a request of the client is still unanswered. */
  get isBusy(): boolean {
    return [...this.#reviews].some(({ connection }) => connection.isOpen);
  }

  /** Handles a request or a notification. */
  handle(connection: Connection, value: unknown): void {
    const classified = classify(value);
    if (classified.kind === "notification" && classified.message.method === "notifications/cancelled")
      this.#cancel(connection, classified.message.params);
    if (classified.kind === "notification" && classified.message.method === "notifications/initialized")
      this.#notifyEarly(connection);
    if (classified.kind === "invalid" && classified.id !== null && isRecord(value) && "method" in value)
      this.#refuse(connection, classified.id, new RpcError(errorCodes.invalidRequest, classified.reason));
    if (classified.kind !== "request") return;
    const { id } = classified.message;
    try {
      const result = this.#answer(connection, classified.message);
      if (result !== later) connection.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#refuse(connection, id, error);
    }
  }

  /** An editor may send notifications before the client expects them, which a client must tolerate (NOT-05). */
  #notifyEarly(connection: Connection): void {
    if (this.#hasNotifiedEarly) return;
    this.#hasNotifiedEarly = true;
    connection.notify("selection_changed", earlySelection);
    connection.probe();
  }

  #refuse(connection: Connection, id: RequestId, { code, message }: RpcError): void {
    connection.send({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #answer(connection: Connection, request: RpcRequest): unknown {
    const { method } = request;
    switch (method) {
      case "initialize":
        return this.#initialize(connection, request);
      case "ping":
        return {};
      case "tools/list":
        return { tools: toolList() };
      case "prompts/list":
        return { prompts: [] };
      case "resources/list":
        return { resources: [] };
      case "resources/templates/list":
        return { resourceTemplates: [] };
      case "tools/call":
        return this.#call(connection, request);
      default:
        throw new RpcError(errorCodes.methodNotFound, `Unknown method: ${method}`);
    }
  }

  /** Answers with a delay, so anything that a client sends too early is logged before the response. */
  #initialize(connection: Connection, { id, params }: RpcRequest): typeof later {
    const parsed = initializeParamsSchema.safeParse(params);
    const result = {
      protocolVersion: versionFor(connection.log.answerMode, parsed.success ? parsed.data.protocolVersion : ""),
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: endpointName, version },
    };
    setTimeout(() => connection.send({ jsonrpc: "2.0", id, result }), this.#settings.initializeDelayMs);
    return later;
  }

  #call(connection: Connection, { id, params }: RpcRequest): unknown {
    const parsed = callToolParamsSchema.safeParse(params);
    if (!parsed.success) throw new RpcError(errorCodes.invalidParams, "tools/call needs a tool name");
    const { name, arguments: args = {}, _meta } = parsed.data;
    if (!isToolName(name)) throw new RpcError(errorCodes.invalidParams, `Unknown tool: ${name}`);
    if (!tools[name].arguments.safeParse(args).success)
      throw new RpcError(errorCodes.invalidParams, `${name}: the arguments don't match its schema`);
    if (name === "openDiff") return this.#review(connection, id, args, _meta?.progressToken);
    if (name === "close_tab") this.#closeTab(connection, args.tab_name);
    if (name === "closeAllDiffTabs" && !this.#hasFailedOnce) return this.#failOnce(connection, id);
    return this.#toolAnswer(name, args);
  }

  /** Answers one unimportant call with an error, because a client must continue after that. */
  #failOnce(connection: Connection, id: RequestId): typeof later {
    this.#hasFailedOnce = true;
    this.#refuse(connection, id, new RpcError(errorCodes.internalError, scriptedError));
    connection.probe();
    return later;
  }

  #review(connection: Connection, id: RequestId, args: Arguments, progressToken: RequestId | undefined): typeof later {
    const tabName = String(args.tab_name);
    const decide = (accepts: boolean) => {
      clearTimeout(timer);
      if (!this.#reviews.delete(review)) return;
      const result = accepts
        ? items(answers.fileSaved, String(args.new_file_contents))
        : items(answers.diffRejected, tabName);
      connection.send({ jsonrpc: "2.0", id, result });
    };
    const timer = setTimeout(() => decide(this.#settings.acceptsEdits), this.#settings.reviewMs);
    const review: Review = { connection, id, tabName, decide };
    this.#reviews.add(review);
    const message = "Under review";
    if (progressToken !== undefined)
      connection.notify("notifications/progress", { progressToken, progress: 0, message });
    return later;
  }

  #closeTab(connection: Connection, name: unknown): void {
    for (const review of [...this.#reviews])
      if (review.connection === connection && review.tabName === name) review.decide(false);
  }

  /** A cancelled request gets no response, but one may already be on its way, which a client must tolerate. */
  #cancel(connection: Connection, params: Params | undefined): void {
    const parsed = cancelledParamsSchema.safeParse(params);
    if (!parsed.success) return;
    for (const review of [...this.#reviews])
      if (review.connection === connection && review.id === parsed.data.requestId) {
        review.decide(false);
        connection.probe();
      }
  }

  #toolAnswer(name: Exclude<ToolName, "openDiff">, args: Arguments): unknown {
    const { folders } = this.#settings;
    const notOpen = () => json({ success: false, message: `Document not open: ${args.filePath}` });
    const table: Readonly<Record<typeof name, () => unknown>> = {
      openFile: () => items(`Opened file: ${args.filePath}`),
      getCurrentSelection: () => json({ success: false, message: "No active editor found" }),
      getLatestSelection: () => json({ success: false, message: "No selection available" }),
      getOpenEditors: () => json({ tabs: [] }),
      getWorkspaceFolders: () =>
        json({
          success: true,
          folders: folders.map((path) => ({ name: path.split(/[\\/]/).at(-1) ?? path, uri: toFileUri(path), path })),
          rootPath: folders[0],
        }),
      getDiagnostics: () => json(typeof args.uri === "string" ? [{ uri: args.uri, diagnostics: [] }] : []),
      checkDocumentDirty: notOpen,
      saveDocument: notOpen,
      close_tab: () => items(answers.tabClosed),
      closeAllDiffTabs: () => items(answers.closedDiffTabs(0)),
      executeCode: () => items("Nothing was run: this is a conformance test."),
    };
    return table[name]();
  }
}

function toolList() {
  return Object.entries(tools).map(([name, { description }]) => ({
    name,
    description,
    inputSchema: isToolName(name) ? toolInputSchemas[name] : {},
  }));
}

/** Checks whether this is the deliberate error. */
export function isScriptedError(value: Readonly<Record<string, unknown>>): boolean {
  return isRecord(value.error) && value.error.message === scriptedError;
}
