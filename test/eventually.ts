import { vi } from "vitest";

/** Waits until an assertion passes. Not `expect.poll`, which doesn't work in concurrent tests. */
export async function eventually(assertion: () => unknown, timeout = 30_000, interval = 50): Promise<void> {
  await vi.waitFor(async () => void (await assertion()), { timeout, interval });
}
