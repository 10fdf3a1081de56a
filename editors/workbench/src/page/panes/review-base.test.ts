import { expect, test } from "vitest";
import type { Events } from "../../messages.js";
import { ReviewBase, type ReviewBaseConnection } from "./review-base.js";

/** A host with one base, which two windows change. */
class Host {
  base = { text: "start", version: 0 };
  isReachable = true;
  readonly #listeners = new Set<(data: Events["review.base"]) => void>();

  connection(): ReviewBaseConnection {
    let tell: ((data: Events["review.base"]) => void) | undefined;
    return {
      on: (_event, listener) => {
        tell = listener;
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      request: async (_method, { version, text }) => {
        await Promise.resolve();
        if (!this.isReachable) throw new Error("lost");
        const isTaken = version === this.base.version;
        if (isTaken) this.base = { text, version: version + 1 };
        for (const listener of isTaken ? this.#listeners : [tell]) listener?.({ review: "r", ...this.base });
      },
    };
  }

  window() {
    const shown: string[] = [];
    const base = new ReviewBase(this.connection(), "r", this.base, (text) => shown.push(text));
    return { base, shown };
  }
}

test("what one window makes of the base is shown in the other, and not again in the first", async () => {
  const host = new Host();
  const [one, two] = [host.window(), host.window()];
  one.base.set("a");
  one.base.set("ab");
  await one.base.whenTold();
  expect(host.base).toEqual({ text: "ab", version: 2 });
  expect([one.shown, two.shown]).toEqual([[], ["a", "ab"]]);
});

test("of two changes at the same moment the first counts, and both windows show it", async () => {
  const host = new Host();
  const [one, two] = [host.window(), host.window()];
  one.base.set("of one");
  two.base.set("of two");
  await Promise.all([one.base.whenTold(), two.base.whenTold()]);
  expect(host.base).toEqual({ text: "of one", version: 1 });
  expect([one.shown, two.shown]).toEqual([[], ["of one"]]);
});

test("what could not be told is taken back, and the next change is told again", async () => {
  const host = new Host();
  const { base, shown } = host.window();
  host.isReachable = false;
  base.set("lost");
  await base.whenTold();
  expect(shown).toEqual(["start"]);
  host.isReachable = true;
  base.set("told");
  await base.whenTold();
  expect(host.base).toEqual({ text: "told", version: 1 });
});
