/** One call of a tool. A class, because a new object with a getter for each call costs more than most tools do. */
import type { ClientInfo } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import type { OwnedReviews } from "../../../hub/reviews/owned-reviews.js";
import type { RequestContext } from "../peer/peer.js";

/** The client that calls. */
export interface Caller {
  readonly client: ClientInfo;
  readonly reviews: OwnedReviews;
  /** Tells the client now and again that the call goes on; the function that is returned ends that. */
  reportWaiting(progressToken: string | number, message: string): () => void;
}

export class ToolCall {
  readonly hub: Hub;
  readonly caller: Caller;
  readonly request: RequestContext;
  readonly #progressToken: string | number | undefined;
  #endReports: (() => void) | undefined;

  constructor(hub: Hub, caller: Caller, request: RequestContext, progressToken: string | number | undefined) {
    this.hub = hub;
    this.caller = caller;
    this.request = request;
    this.#progressToken = progressToken;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** For a tool of which only a part is refused while sharing is paused: runs that part as the gate runs whole tools. */
  unlessPaused<T>(run: () => Promise<T>): Promise<T> {
    return this.hub.gate.pass(this.request, run);
  }

  /** Tells a client that asked for progress that the call goes on (MCP-04). */
  progress(message: string): void {
    if (this.#progressToken !== undefined) this.#endReports = this.caller.reportWaiting(this.#progressToken, message);
  }

  end(): void {
    this.#endReports?.();
  }
}
