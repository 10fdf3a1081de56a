import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

test("all messages are shown by messages.ts, which escapes links", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const showing = files.filter((name) =>
    /\.show(Information|Warning|Error)Message\(/.test(name.endsWith(".ts") ? read(name) : ""),
  );
  expect(showing.map((name) => basename(name))).toEqual(["messages.ts"]);
});

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), "utf8");
}
