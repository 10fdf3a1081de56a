import { expect, test } from "vitest";
import { keptAddress } from "./kept-address.js";

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
  keptAddress(storage, "/vault").save(address);
  expect(keptAddress(storage, "/vault").load()).toEqual(address);
  expect(keptAddress(storage, "/another").load()).toBeUndefined();
});

test("what somebody else has put there is no address", () => {
  const storage = memory();
  const kept = keptAddress(storage, "/vault");
  expect(kept.load()).toBeUndefined();
  kept.save({ port: 12345, authToken: "0123456789abcdef" });
  const [key] = [storage.key(0) ?? ""];
  for (const value of ["{", "[]", "7", '{"port":"x"}']) {
    storage.setItem(key, value);
    expect(kept.load()).toBeUndefined();
  }
});
