import { expect, test } from "vitest";
import { sessionAddress } from "./session-address.js";

/** A window's storage. */
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

test("returns the address for the same vault only", () => {
  const storage = memory();
  const address = { port: 12345, authToken: "0123456789abcdef" };
  sessionAddress(storage, "/vault").save(address);
  expect(sessionAddress(storage, "/vault").load()).toEqual(address);
  expect(sessionAddress(storage, "/another").load()).toBeUndefined();
});

test("ignores an invalid stored address", () => {
  const storage = memory();
  const stored = sessionAddress(storage, "/vault");
  expect(stored.load()).toBeUndefined();
  stored.save({ port: 12345, authToken: "0123456789abcdef" });
  const [key] = [storage.key(0) ?? ""];
  for (const value of ["{", "[]", "7", '{"port":"x"}']) {
    storage.setItem(key, value);
    expect(stored.load()).toBeUndefined();
  }
});
