import fc from "fast-check";
import { expect, test } from "vitest";
import { jupyterStyle, splitArray, splitObject, styleOf, writeArray, writeObject, writeValue } from "./json-text.js";

const styles = [undefined, 1, 2, "\t"] as const;

test("splits an object into its members as written", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(...styles), (value, indent) => {
      const members = splitObject(JSON.stringify(value, null, indent));
      expect(members.parts.map(({ key }) => key)).toEqual(Object.keys(value));
      expect(members.parts.map(({ raw }) => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(Object.values(value))));
    }),
  );
});

test("splits an array into its elements as written", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(...styles), (value, indent) => {
      const elements = splitArray(JSON.stringify(value, null, indent));
      expect(elements.parts.map(({ raw }) => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("splitting and joining results in the same text", () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(objects, fc.constantFrom(...styles), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(writeObject(splitObject(text), styleOf(text), 0)).toBe(text);
    }),
  );
});

test("serialises a value like JSON.stringify, in the file's style", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeValue(value, jupyterStyle, 0)).toBe(JSON.stringify(value, null, 1));
    }),
  );
});

test("keeps numbers, escapes and the order of keys as written", () => {
  const text = '{"b": 1.0, "10": 12345678901234567890, "9": "\\u00e9\\/", "a": -1E+2}';
  const members = splitObject(text);
  expect(members.parts.map(({ key, raw }) => [key, raw])).toEqual([
    ["b", "1.0"],
    ["10", "12345678901234567890"],
    ["9", '"\\u00e9\\/"'],
    ["a", "-1E+2"],
  ]);
  expect(writeObject(members, styleOf(text), 0)).toBe(text);
});

test("handles any depth", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(splitArray(`[${deep}, 1]`).parts.map(({ raw }) => raw)).toEqual([deep, "1"]);
});

test("keeps an ASCII file ASCII", () => {
  const style = styleOf('{\n "a": "\\u00e9"\n}');
  expect(writeValue("ü😀", style, 0)).toBe('"\\u00fc\\ud83d\\ude00"');
  expect(writeArray({ parts: [{ raw: '"x"' }] }, style, 0)).toBe('[\n "x"\n]');
});
