import { expect, test } from "vitest";
import { KeptAddress } from "./kept-address.js";

/** A storage as a window has it. */
function memory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

test("gives the address back to the same vault, and to no other", () => {
  const storage = memory();
  const address = { port: 12345, authToken: "0123456789abcdef" };
  new KeptAddress(storage, "/vault").set(address);
  expect(new KeptAddress(storage, "/vault").get()).toEqual(address);
  expect(new KeptAddress(storage, "/another").get()).toBeUndefined();
});

test("what somebody else has put there is no address", () => {
  const storage = memory();
  const kept = new KeptAddress(storage, "/vault");
  expect(kept.get()).toBeUndefined();
  kept.set({ port: 12345, authToken: "0123456789abcdef" });
  const [key] = [storage.key(0) ?? ""];
  for (const value of ["{", "[]", "7", '{"port":"x"}']) {
    storage.setItem(key, value);
    expect(kept.get()).toBeUndefined();
  }
});
