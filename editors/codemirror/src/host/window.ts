/** An attached page: its last selection, and the requests to it. */
import { createMessageConnection } from "vscode-jsonrpc/node";
import type * as z from "zod/mini";
import type { Channel } from "../channel/channel.js";
import { invalidParams, Rpc } from "../channel/rpc.js";
import {
  type HostEvents,
  type HostRequests,
  type HostResults,
  hostResultSchemas,
  type PageEvents,
  type PageRequests,
  type PageResults,
  pageEventSchemas,
  pageRequestSchemas,
  type WireSelection,
} from "../messages.js";

export interface WindowHandlers {
  events: { readonly [Name in keyof PageEvents]: (event: PageEvents[Name]) => void };
  requests: {
    readonly [Name in keyof PageRequests]: (
      params: PageRequests[Name],
    ) => PageResults[Name] | Promise<PageResults[Name]>;
  };
  /** Called when an invalid message was ignored. */
  problem(message: string): void;
  closed(): void;
}

const resultSchemas: { readonly [Name in keyof HostResults]: z.ZodMiniType<HostResults[Name]> } = hostResultSchemas;

export class HostWindow {
  selection: WireSelection | undefined;
  /** False if the application can't save files on request. */
  canSave = true;
  readonly #rpc: Rpc;

  constructor(channel: Channel, handlersFor: (window: HostWindow) => WindowHandlers) {
    const handlers = handlersFor(this);
    this.#rpc = new Rpc(channel, createMessageConnection, (message) => handlers.problem(message));
    const onEvent = <Name extends keyof PageEvents>(name: Name, schema: z.ZodMiniType<PageEvents[Name]>) =>
      this.#rpc.onNotification(name, (params: unknown) => {
        const parsed = schema.safeParse(params);
        if (parsed.success) handlers.events[name](parsed.data);
        else handlers.problem(`${name}: ${describeError(parsed.error)}`);
      });
    const onRequest = <Name extends keyof PageRequests>(name: Name, schema: z.ZodMiniType<PageRequests[Name]>) =>
      this.#rpc.onRequest(name, (params: unknown) => {
        const parsed = schema.safeParse(params);
        if (parsed.success) return handlers.requests[name](parsed.data);
        const message = `${name}: ${describeError(parsed.error)}`;
        handlers.problem(message);
        throw invalidParams(message);
      });
    onEvent("joined", pageEventSchemas.joined);
    onEvent("selectionChanged", pageEventSchemas.selectionChanged);
    onEvent("focused", pageEventSchemas.focused);
    onEvent("draftChanged", pageEventSchemas.draftChanged);
    onEvent("commented", pageEventSchemas.commented);
    onRequest("mention", pageRequestSchemas.mention);
    onRequest("setPaused", pageRequestSchemas.setPaused);
    onRequest("endedReviews", pageRequestSchemas.endedReviews);
    onRequest("changes.open", pageRequestSchemas["changes.open"]);
    onRequest("changes.open-file", pageRequestSchemas["changes.open-file"]);
    onRequest("changes.files", pageRequestSchemas["changes.files"]);
    onRequest("changes.keep", pageRequestSchemas["changes.keep"]);
    onRequest("changes.undo", pageRequestSchemas["changes.undo"]);
    onRequest("changes.restore", pageRequestSchemas["changes.restore"]);
    onRequest("changes.start-over", pageRequestSchemas["changes.start-over"]);
    channel.onClose(() => handlers.closed());
    this.#rpc.listen();
  }

  get isClosed(): boolean {
    return this.#rpc.isClosed;
  }

  /** Sends a request to the page. Rejects if the page is gone or its answer is invalid. */
  async request<Name extends keyof HostResults & keyof HostRequests>(
    name: Name,
    params: HostRequests[Name],
    signal?: AbortSignal,
    graceMs?: number,
  ): Promise<HostResults[Name]> {
    const parsed = resultSchemas[name].safeParse(await this.#rpc.request<unknown>(name, params, signal, graceMs));
    if (parsed.success) return parsed.data;
    throw new Error(`Invalid answer from a window to ${name}: ${describeError(parsed.error)}`);
  }

  notify<Name extends keyof HostEvents>(name: Name, params: HostEvents[Name]): void {
    this.#rpc.notify(name, params);
  }

  close(): void {
    this.#rpc.close();
  }
}

function describeError(error: z.core.$ZodError): string {
  const [first] = error.issues;
  return `${first?.path.join(".") || "the parameters"}: ${first?.message ?? "not as expected"}`;
}
