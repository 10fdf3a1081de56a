import { FakeClock } from "@tandem/base/testing";
import { describe, expect, test } from "vitest";
import { manyClients, singleClient } from "./admission.js";

describe("client policies", () => {
  test("many: the eleventh is refused, a place that becomes free is given again (CON-10)", () => {
    const policy = manyClients<number>(10);
    const connected = new Set(Array.from({ length: 10 }, (_, i) => i));
    expect(policy.ask(connected)).toMatchObject({ admit: false, why: expect.stringContaining("maxClients") });
    connected.delete(3);
    expect(policy.ask(connected)).toEqual({ admit: true });
  });

  test("single: a newcomer replaces the one that is connected (CON-04)", () => {
    const policy = singleClient<string>(new FakeClock());
    expect(policy.ask(new Set())).toEqual({ admit: true });
    expect(policy.ask(new Set(["first"]))).toEqual({ admit: true, evict: "first" });
  });

  test("single: two clients that redial do not evict each other forever", () => {
    const clock = new FakeClock();
    const policy = singleClient<string>(clock);
    policy.replaced("second"); // "first" lost its place; it redials at once and after 1, 2, 4, 8 s.
    for (const wait of [0, 1000, 2000, 4000, 8000]) {
      clock.advance(wait);
      expect(policy.ask(new Set(["second"]))).toMatchObject({ admit: false });
    }
    clock.advance(20_000);
    expect(policy.ask(new Set(["second"]))).toEqual({ admit: true, evict: "second" });
  });

  test("single: once the newcomer has left, a free place takes anyone, and that one can be replaced at once", () => {
    const clock = new FakeClock();
    const policy = singleClient<string>(clock);
    policy.replaced("second");
    clock.advance(100);
    expect(policy.ask(new Set())).toEqual({ admit: true });
    expect(policy.ask(new Set(["third"]))).toEqual({ admit: true, evict: "third" });
  });

  test("single: an upgrade that came to nothing shuts the door to nobody", () => {
    const policy = singleClient<string>(new FakeClock());
    policy.ask(new Set(["first"])); // The handshake then failed: nobody was replaced.
    expect(policy.ask(new Set(["first"]))).toEqual({ admit: true, evict: "first" });
  });
});
