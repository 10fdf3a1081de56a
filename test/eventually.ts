import { vi } from "vitest";

/** Waits until an assertion holds. Not `expect.poll`, which is lost where tests run beside each other. */
export async function eventually(assertion: () => unknown, timeout = 30_000, interval = 50): Promise<void> {
  await vi.waitFor(async () => void (await assertion()), { timeout, interval });
}
