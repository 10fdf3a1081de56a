/** One connected client of the test endpoint. */
import { classify, errorCodes, RpcError, type RpcRequest } from "@tandem-ide/protocol";
import type { Session } from "./parts.js";
import { wireSelection } from "./request-methods.js";

function errorFor(id: unknown, code: number, message: string): unknown {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function serve(session: Session, request: RpcRequest): Promise<unknown> {
  const { id, method, params } = request;
  const { parts } = session;
  const run = parts.methods.get(method);
  if (!run) return errorFor(id, errorCodes.methodNotFound, `there is no method ${method}`);
  if (session.version === undefined && !parts.early.has(method))
    return errorFor(id, errorCodes.invalidRequest, `${method} must come after initialize`);
  const controller = new AbortController();
  session.running.set(id, controller);
  try {
    const result = await run(params, { session, signal: controller.signal });
    return controller.signal.aborted ? undefined : { jsonrpc: "2.0", id, result };
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    if (error instanceof RpcError) return errorFor(id, error.code, error.message);
    return errorFor(id, errorCodes.internalError, String(error));
  } finally {
    session.running.delete(id);
  }
}

async function handle(session: Session, value: unknown): Promise<unknown> {
  const classified = classify(value);
  switch (classified.kind) {
    case "invalid":
      return errorFor(classified.id, errorCodes.invalidRequest, classified.reason);
    case "request":
      return serve(session, classified.message);
    case "notification": {
      const { method, params } = classified.message;
      await session.parts.notifications.get(method)?.(params, { session, signal: new AbortController().signal });
      return undefined;
    }
    case "response":
      return undefined;
  }
}

/** Handles one text message. */
export async function receive(session: Session, text: string): Promise<void> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return session.send(errorFor(null, errorCodes.parseError, "the message is not JSON"));
  }
  if (Array.isArray(value)) {
    if (!session.parts.allowsBatches(session.version) || value.length === 0)
      return session.send(errorFor(null, errorCodes.invalidRequest, "batches are not part of this version"));
    const replies = await Promise.all(value.map((item) => handle(session, item)));
    return session.send(replies.filter((reply) => reply !== undefined));
  }
  const reply = await handle(session, value);
  if (reply !== undefined) session.send(reply);
}

/** Sends selections to a session: throttled, always including the last one, without repeats and hidden ones. */
export function sendSelections(session: Session): { readyAfter(ms: number): void; stop(): void } {
  const { parts, editor } = session;
  let isReady = false;
  let lastSent = "";
  let timer: NodeJS.Timeout | undefined;
  let readyTimer: NodeJS.Timeout | undefined;
  const sendNow = () => {
    const { selection } = editor;
    if (selection && parts.isHidden(selection.path)) return;
    const params = selection ? wireSelection(selection) : undefined;
    const key = JSON.stringify(params);
    if (!params || key === lastSent) return;
    lastSent = key;
    session.send({ jsonrpc: "2.0", method: "selection_changed", params });
  };
  let nextAt = 0;
  const changed = () => {
    if (!isReady || (timer && !parts.isDebounced)) return;
    clearTimeout(timer);
    const wait = parts.isDebounced ? parts.intervalMs : Math.max(0, nextAt - performance.now());
    const send = () => {
      timer = undefined;
      nextAt = performance.now() + parts.intervalMs;
      sendNow();
    };
    if (wait === 0) send();
    else timer = setTimeout(send, wait);
  };
  editor.listeners.add(changed);
  return {
    readyAfter(ms) {
      clearTimeout(readyTimer);
      readyTimer = setTimeout(() => {
        isReady = true;
        lastSent = "";
        changed();
      }, ms);
    },
    stop() {
      editor.listeners.delete(changed);
      clearTimeout(timer);
      clearTimeout(readyTimer);
    },
  };
}

/** Handles a cancellation. */
export function cancel(params: unknown, session: Session): void {
  const id = typeof params === "object" && params !== null && "requestId" in params ? params.requestId : undefined;
  if (typeof id === "string" || typeof id === "number") session.running.get(id)?.abort();
}
