/** One call of a tool. A class, because an object that is made anew with a getter costs more than most tools do. */
import type { OwnedDiffs } from "../diffs.js";
import type { ClientInfo } from "../editor.js";
import type { RequestContext } from "../peer.js";
import type { Services } from "../services.js";
import type { ToolContext } from "./tool.js";

/** The client that calls. */
export interface Caller {
  readonly client: ClientInfo;
  readonly diffs: OwnedDiffs;
  /** Tells the client now and again that the call goes on; the function that is returned ends that. */
  reportWaiting(progressToken: string | number, message: string): () => void;
}

export class ToolCall implements ToolContext {
  readonly editor: Services["editor"];
  readonly workspace: Services["workspace"];
  readonly privacy: Services["privacy"];
  readonly gate: Services["gate"];
  readonly selection: Services["selection"];
  readonly diagnostics: Services["diagnostics"];
  readonly sources: Services["sources"];
  readonly clock: Services["clock"];
  readonly call: Services["call"];
  readonly log: Services["log"];
  readonly maxMessageBytes: number;
  readonly client: ClientInfo;
  readonly diffs: OwnedDiffs;
  readonly #caller: Caller;
  readonly #request: RequestContext;
  readonly #progressToken: string | number | undefined;
  #endReports: (() => void) | undefined;

  constructor(services: Services, caller: Caller, request: RequestContext, progressToken: string | number | undefined) {
    this.editor = services.editor;
    this.workspace = services.workspace;
    this.privacy = services.privacy;
    this.gate = services.gate;
    this.selection = services.selection;
    this.diagnostics = services.diagnostics;
    this.sources = services.sources;
    this.clock = services.clock;
    this.call = services.call;
    this.log = services.log;
    this.maxMessageBytes = services.maxMessageBytes;
    this.client = caller.client;
    this.diffs = caller.diffs;
    this.#caller = caller;
    this.#request = request;
    this.#progressToken = progressToken;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  hold(bytes: number): void {
    this.#request.hold(bytes);
  }

  unlessPaused<T>(run: () => Promise<T>): Promise<T> {
    return this.gate.pass(this.#request, run);
  }

  progress(message: string): void {
    if (this.#progressToken !== undefined) this.#endReports = this.#caller.reportWaiting(this.#progressToken, message);
  }

  end(): void {
    this.#endReports?.();
  }
}
