import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellValue, shellWord } from "./format.js";

const facts = { home: "/home/ada" };

test.each([
  "/home/ada/engine",
  "/home/ada/two  spaces",
  '/srv/it\'s "quoted" $HOME `id`',
  "/srv/\u001b[31mred\nline\ttab\\",
  "/srv/\u202eright to left",
  "~ada",
  "/home/ada",
])("a shell reads %j unchanged, and the printed text contains no control characters", (path) => {
  for (const word of [shellWord(path, facts), shellValue(path, facts)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them.
    expect(word).not.toMatch(/[\u0000-\u001f\u202e]/);
    const env = { ...process.env, HOME: facts.home, LC_ALL: "C.UTF-8" };
    expect(execFileSync("bash", ["-c", `printf %s ${word}`], { encoding: "utf8", env })).toBe(path);
  }
});

test("shortens a path below the home directory if possible", () => {
  expect(shellWord("/home/ada/engine", facts)).toBe("~/engine");
  expect(shellValue("/home/ada/engine", facts)).toBe('"$HOME/engine"');
});
