import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { manyClients, singleClient } from "./admission.js";

describe("client policies", () => {
  test("many: rejects the eleventh client until another one disconnects (CON-10)", () => {
    const policy = manyClients<number>(10);
    const connected = new Set(Array.from({ length: 10 }, (_, i) => i));
    expect(policy.check(connected)).toMatchObject({ admit: false, why: expect.stringContaining("maxClients") });
    connected.delete(3);
    expect(policy.check(connected)).toEqual({ admit: true });
  });

  test("single: a new client replaces the connected one (CON-04)", () => {
    const policy = singleClient<string>(new FakeClock());
    expect(policy.check(new Set())).toEqual({ admit: true });
    expect(policy.check(new Set(["first"]))).toEqual({ admit: true, evict: "first" });
  });

  test("single: two reconnecting clients don't replace each other forever", () => {
    const clock = new FakeClock();
    const policy = singleClient<string>(clock);
    policy.replaced("second"); // "first" lost its place; it redials at once and after 1, 2, 4, 8 s.
    for (const wait of [0, 1000, 2000, 4000, 8000]) {
      clock.advance(wait);
      expect(policy.check(new Set(["second"]))).toMatchObject({ admit: false });
    }
    clock.advance(20_000);
    expect(policy.check(new Set(["second"]))).toEqual({ admit: true, evict: "second" });
  });

  test("single: after the new client has left, anyone can connect and be replaced at once", () => {
    const clock = new FakeClock();
    const policy = singleClient<string>(clock);
    policy.replaced("second");
    clock.advance(100);
    expect(policy.check(new Set())).toEqual({ admit: true });
    expect(policy.check(new Set(["third"]))).toEqual({ admit: true, evict: "third" });
  });

  test("single: a failed upgrade doesn't block other clients", () => {
    const policy = singleClient<string>(new FakeClock());
    policy.check(new Set(["first"])); // The handshake then failed, so no client was replaced.
    expect(policy.check(new Set(["first"]))).toEqual({ admit: true, evict: "first" });
  });
});
