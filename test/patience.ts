/** `vi.waitFor` waits as long as `expect.poll`, because its own second is too short on a busy machine. */
import { vi } from "vitest";
import { pollTimeoutMs } from "./poll-timeout.js";

// A process that runs several files has one `vi`.
const patched = Symbol.for("tandem.patience");
const shared: typeof vi & { [patched]?: true } = vi;
if (!shared[patched]) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, options ?? pollTimeoutMs);
  shared[patched] = true;
}
