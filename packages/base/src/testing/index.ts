/** Helpers for tests. */
export { applyHunks } from "./apply-hunks.js";
export { FakeClock } from "./fake-clock.js";
