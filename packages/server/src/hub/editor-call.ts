/** Adds a timeout to all editor calls, so an editor that hangs doesn't block the client. */
import type { Clock } from "@tandem-ide/base";
import type { Awaitable } from "./editor.js";

export class EditorTimeout extends Error {
  override readonly name = "EditorTimeout";
}

/** Runs `call` with a signal that aborts at the timeout or with `signal`, and rejects then. */
export type EditorCalls = <T>(
  what: string,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Awaitable<T>,
) => Promise<T>;

export function editorCalls(editorName: string, timeoutMs: number, clock: Clock): EditorCalls {
  return async (what, signal, call) => {
    signal.throwIfAborted();
    const controller = new AbortController();
    const result = call(controller.signal);
    // Doesn't use `instanceof Promise`, because hosts may use other promise implementations or realms.
    if (!isThenable(result)) return result;
    return await new Promise((resolve, reject) => {
      const finish = () => {
        cancelDeadline();
        signal.removeEventListener("abort", onAbort);
      };
      const giveUp = (reason: unknown) => {
        finish();
        controller.abort(reason);
        reject(reason);
      };
      const onAbort = () => giveUp(signal.reason);
      const cancelDeadline = clock.after(timeoutMs, () =>
        giveUp(new EditorTimeout(`${editorName} did not answer within ${timeoutMs / 1000} s (${what}). Is it busy?`)),
      );
      signal.addEventListener("abort", onAbort, { once: true });
      Promise.resolve(result).finally(finish).then(resolve, reject);
    });
  };
}

function isThenable<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
