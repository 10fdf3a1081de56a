/** Checks notifications against the protocol's schemas and passes them to listeners. */
import {
  type EditorNotificationMethod,
  type EditorNotificationParams,
  editorNotifications,
  type RpcNotification,
} from "@tandem-ide/protocol";
import { callSafely } from "../call-safely.js";
import { check, type Schema } from "../schema.js";
import type { Violation } from "../violation.js";

/**
 * Receives the params of one kind of notification.
 *
 * @example
 * const show: NotificationListener<"at_mentioned"> = ({ filePath }) => console.log(filePath);
 */
export type NotificationListener<M extends EditorNotificationMethod> = (params: EditorNotificationParams<M>) => void;

/**
 * Receives all notifications, unchecked.
 *
 * @example
 * const log: AnyNotificationListener = (method, params) => console.log(method, params);
 */
export type AnyNotificationListener = (method: string, params: unknown) => void;

const schemas: { readonly [M in EditorNotificationMethod]: Schema<EditorNotificationParams<M>> } = editorNotifications;

function isKnown(method: string): method is EditorNotificationMethod {
  return Object.hasOwn(schemas, method);
}

export class NotificationHub {
  readonly #onViolation: (violation: Violation) => void;
  readonly #any = new Set<AnyNotificationListener>();
  readonly #listeners: { readonly [M in EditorNotificationMethod]: Set<NotificationListener<M>> } = {
    selection_changed: new Set(),
    at_mentioned: new Set(),
    log_event: new Set(),
    "workspace/didChangeActiveEditor": new Set(),
    "notifications/progress": new Set(),
    "notifications/tools/list_changed": new Set(),
  };

  constructor(onViolation: (violation: Violation) => void) {
    this.#onViolation = onViolation;
  }

  on<M extends EditorNotificationMethod>(method: M, listener: NotificationListener<M>): () => void {
    const listeners = this.#listeners[method];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  onAny(listener: AnyNotificationListener): () => void {
    this.#any.add(listener);
    return () => this.#any.delete(listener);
  }

  emit({ method, params }: RpcNotification): void {
    for (const listener of [...this.#any]) callSafely(() => listener(method, params));
    if (isKnown(method)) this.#emitKnown(method, params);
  }

  #emitKnown<M extends EditorNotificationMethod>(method: M, params: unknown): void {
    const checked = check(schemas[method], params, "params");
    if ("problem" in checked) {
      const message = `The notification ${method} is malformed: ${checked.problem}`;
      this.#onViolation({ code: "bad-notification", method, message });
      return;
    }
    for (const listener of [...this.#listeners[method]]) callSafely(() => listener(checked.data));
  }
}
