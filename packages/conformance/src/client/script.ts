/** What the endpoint answers: as little of an editor as lets a client go on. It shows nothing and keeps no text. */
import { isRecord } from "@tandem/base";
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
} from "@tandem/protocol";
import type { Connection } from "./connection.js";
import type { Manner } from "./log.js";

export const endpointName = "Tandem conformance";

/** A revision that there will not be for a while. */
export const unknownVersion = "2099-12-31";

const scriptedError = "This error is a part of the test.";

export interface ScriptSettings {
  readonly folders: readonly string[];
  readonly acceptsEdits: boolean;
  readonly reviewMs: number;
  readonly welcomeMs: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A proposal that is being looked at. */
interface Review {
  readonly connection: Connection;
  readonly id: RequestId;
  readonly tabName: string;
  readonly decide: (accepts: boolean) => void;
}

const start = { line: 0, character: 0 };

/** Nothing is selected; the word makes it recognisable in a log. */
export const earlySelection = { text: "", selection: { start, end: start, isEmpty: true }, early: true };

/** Answers that come later, or not at all. */
const later: unique symbol = Symbol("later");

function items(...texts: string[]) {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

function json(value: unknown) {
  return items(JSON.stringify(value));
}

function versionFor(manner: Manner, asked: string): string {
  if (manner === "unknown-version") return unknownVersion;
  return manner === "older-version" ? protocolVersions[0] : negotiateVersion(asked);
}

export class Script {
  readonly #settings: ScriptSettings;
  readonly #reviews = new Set<Review>();
  #hasFailedOnce = false;
  #hasToldEarly = false;

  constructor(settings: ScriptSettings) {
    this.#settings = settings;
  }

  /** Something of the client's waits for an answer. */
  get isBusy(): boolean {
    return [...this.#reviews].some(({ connection }) => connection.isOpen);
  }

  /** Takes a request or a notification. */
  take(connection: Connection, value: unknown): void {
    const is = classify(value);
    if (is.kind === "notification" && is.message.method === "notifications/cancelled")
      this.#cancel(connection, is.message.params);
    if (is.kind === "notification" && is.message.method === "notifications/initialized") this.#tellEarly(connection);
    if (is.kind === "invalid" && is.id !== null && isRecord(value) && "method" in value)
      this.#refuse(connection, is.id, new RpcError(errorCodes.invalidRequest, is.reason));
    if (is.kind !== "request") return;
    const { id } = is.message;
    try {
      const result = this.#answer(connection, is.message);
      if (result !== later) connection.send({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#refuse(connection, id, error);
    }
  }

  /** Before the client listens: an editor may well be too early, and a client must not mind (NOT-05). */
  #tellEarly(connection: Connection): void {
    if (this.#hasToldEarly) return;
    this.#hasToldEarly = true;
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
        return this.#welcome(connection, request);
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

  /** Not at once: what a hasty client says without having been welcomed must come before the welcome. */
  #welcome(connection: Connection, { id, params }: RpcRequest): typeof later {
    const parsed = initializeParamsSchema.safeParse(params);
    const result = {
      protocolVersion: versionFor(connection.log.manner, parsed.success ? parsed.data.protocolVersion : ""),
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: endpointName, version: "0.1.0" },
    };
    setTimeout(() => connection.send({ jsonrpc: "2.0", id, result }), this.#settings.welcomeMs);
    return later;
  }

  #call(connection: Connection, { id, params }: RpcRequest): unknown {
    const parsed = callToolParamsSchema.safeParse(params);
    if (!parsed.success) throw new RpcError(errorCodes.invalidParams, "tools/call needs the name of a tool");
    const { name, arguments: args = {}, _meta } = parsed.data;
    if (!isToolName(name)) throw new RpcError(errorCodes.invalidParams, `There is no tool called ${name}`);
    if (!tools[name].arguments.safeParse(args).success)
      throw new RpcError(errorCodes.invalidParams, `${name}: the arguments do not fit its schema`);
    if (name === "openDiff") return this.#review(connection, id, args, _meta?.progressToken);
    if (name === "close_tab") this.#closeTab(connection, args.tab_name);
    if (name === "closeAllDiffTabs" && !this.#hasFailedOnce) return this.#failOnce(connection, id);
    return this.#toolAnswer(name, args);
  }

  /** The one call whose answer nobody needs is answered with an error, once: a client must go on after that. */
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
    const message = "The conformance kit looks at it";
    if (progressToken !== undefined)
      connection.notify("notifications/progress", { progressToken, progress: 0, message });
    return later;
  }

  #closeTab(connection: Connection, name: unknown): void {
    for (const review of [...this.#reviews])
      if (review.connection === connection && review.tabName === name) review.decide(false);
  }

  /** MCP asks for no answer to what was cancelled; one that crosses it on its way comes late, and must do no harm. */
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
    const notOpen = { success: false, message: `Document not open: ${args.filePath}` };
    switch (name) {
      case "openFile":
        return items(`Opened file: ${args.filePath}`);
      case "getCurrentSelection":
        return json({ success: false, message: "No active editor found" });
      case "getLatestSelection":
        return json({ success: false, message: "No selection available" });
      case "getOpenEditors":
        return json({ tabs: [] });
      case "getWorkspaceFolders":
        return json({
          success: true,
          folders: folders.map((path) => ({ name: path.split(/[\\/]/).at(-1) ?? path, uri: toFileUri(path), path })),
          rootPath: folders[0],
        });
      case "getDiagnostics":
        return json(typeof args.uri === "string" ? [{ uri: args.uri, diagnostics: [] }] : []);
      case "checkDocumentDirty":
      case "saveDocument":
        return json(notOpen);
      case "close_tab":
        return items(answers.tabClosed);
      case "closeAllDiffTabs":
        return items(answers.closedDiffTabs(0));
      case "executeCode":
        return items("Nothing was run: this is the conformance kit.");
    }
  }
}

function toolList() {
  return Object.entries(tools).map(([name, { description }]) => ({
    name,
    description,
    inputSchema: isToolName(name) ? toolInputSchemas[name] : {},
  }));
}

/** Whether this is the error that a call was answered with on purpose. */
export function isScriptedError(value: Readonly<Record<string, unknown>>): boolean {
  return isRecord(value.error) && value.error.message === scriptedError;
}
