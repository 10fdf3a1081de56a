/** Calls listeners safely: one that throws must not end a run or the process. */
import { messageOf } from "@tandem-ide/base";
import type { RunListener } from "./execution.js";
import type { KernelLog } from "./log.js";

export function callSafely(call: () => void, log: KernelLog): void {
  try {
    call();
  } catch (error) {
    log("error", `A listener failed: ${messageOf(error)}`);
  }
}

export function guarded(listener: RunListener | undefined, log: KernelLog): RunListener {
  return {
    executionCount: (count) => callSafely(() => listener?.executionCount?.(count), log),
    outputs: (outputs) => callSafely(() => listener?.outputs?.(outputs), log),
  };
}
