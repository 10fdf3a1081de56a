/** No path from a client makes a request leave the workspace or reach a hidden file (SEC-01, SEC-02, PRV-01). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../endpoint.js";
import type { Canaries } from "./canaries.js";
import { canaryFixture } from "./canary-fixture.js";
import { codeFiles, escapes, hiddenSpellings } from "./path-escapes.js";
import { RawLine } from "./raw-line.js";
import { tally } from "./tally.js";

function namesIn({ folder }: Canaries): string[][] {
  return [folder, join(folder, "sub")].map((each) => readdirSync(each).sort());
}

type Attempt = readonly [what: string, run: () => Promise<unknown>];

/** Every way to have something selected: lines, all of them, some text, from one to another, halves of characters. */
const selections: readonly Record<string, unknown>[] = [
  { startLine: 1 },
  { startLine: 1, endLine: 2 },
  { startLine: 1, endLine: 1_000_000 },
  { startLine: 1, selectToEndOfLine: true },
  { startText: "C" },
  { startText: "CANARY-", selectToEndOfLine: true },
  { startText: "CANARY-", endText: "\n" },
  { startText: "C", endText: "\ud83d" },
];

/** All requests for this path: every workspace request and every tool that takes a path. */
function attempts(line: RawLine, path: string, tabName: string): Attempt[] {
  const diff = (old_file_path: string, new_file_path: string) => async () => {
    // It waits for the user, so its response is that of a closed diff.
    const answer = line.tool("openDiff", { old_file_path, new_file_path, new_file_contents: "x", tab_name: tabName });
    await line.tool("close_tab", { tab_name: tabName });
    await answer;
  };
  const uris = [path, `file://${path}`, `file://${encodeURI(path.toWellFormed())}`];
  return [
    ["readFile", () => line.request("readFile", { path })],
    ["files/read", () => line.request("files/read", { path })],
    ["writeFile", () => line.request("writeFile", { path, content: "written by a client" })],
    ["listFiles", () => line.request("listFiles", { pattern: path })],
    ["listFiles below", () => line.request("listFiles", { pattern: `${path}/**` })],
    ["openFile", () => line.tool("openFile", { filePath: path })],
    ["openFile behind", () => line.tool("openFile", { filePath: path, makeFrontmost: false })],
    ...selections.flatMap((wanted): Attempt[] => [
      ["openFile, selecting", () => line.tool("openFile", { filePath: path, ...wanted })],
      ["openFile behind, selecting", () => line.tool("openFile", { filePath: path, makeFrontmost: false, ...wanted })],
    ]),
    ["openDiff, old", diff(path, "new.txt")],
    ["openDiff, new", diff("a.txt", path)],
    ["openDiff, both", diff(path, path)],
    ["checkDocumentDirty", () => line.tool("checkDocumentDirty", { filePath: path })],
    ["saveDocument", () => line.tool("saveDocument", { filePath: path })],
    ...uris.map((uri): Attempt => ["getDiagnostics", () => line.tool("getDiagnostics", { uri })]),
    ["close_tab", () => line.tool("close_tab", { tab_name: path })],
  ];
}

/** Requests the opened file in every possible way. */
function questions(line: RawLine): Attempt[] {
  return [
    ["getCurrentSelection", () => line.tool("getCurrentSelection", {})],
    ["getLatestSelection", () => line.tool("getLatestSelection", {})],
    ["getOpenEditors", () => line.tool("getOpenEditors", {})],
    ["getOpenFiles", () => line.request("getOpenFiles")],
    ["getCurrentFile", () => line.request("getCurrentFile")],
    ["workspace/selection", () => line.request("workspace/selection")],
  ];
}

test("no spelling of a path outside the workspace reads or changes a file there", async () => {
  const { canaries, line, leaks, trying } = await canaryFixture();
  const before = canaries.snapshot();
  let count = 0;
  const names: string[] = [];
  for (const [name, path] of escapes) {
    trying(name);
    for (const each of [attempts(line, path(canaries), name), questions(line)]) {
      const answers = await Promise.all(each.map(([, run]) => run()));
      for (const [index, answer] of answers.entries())
        if (String(answer).includes(canaries.secretName)) names.push(`${each[index]?.[0]}, ${name}`);
      count += answers.length;
    }
  }
  expect({ leaks, names }).toEqual({ leaks: [], names: [] });
  expect(canaries.snapshot()).toBe(before);
  // The endpoint still works.
  expect(await line.request("readFile", { path: "sub/x.txt" })).toContain("inside");
  tally({ what: "Paths out of the workspace", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

/** Spellings that this system accepts for the canary. */
const reaching: readonly (readonly [name: string, path: (aim: Canaries) => string])[] = [
  ["absolute", ({ outside }) => outside],
  ["relative", ({ relative }) => relative],
  ["dots after the folder", ({ folder, relative }) => `${folder}/${relative}`],
  ["a link to the file", () => "link-to-file.txt"],
  ["a link to its folder", () => "link-to-folder/canary.txt"],
  ["a link to a link", () => "link-to-link/canary.txt"],
  ["a link to the root", ({ outside }) => `link-to-root${outside}`],
];

test("a selection made by a client outside the workspace is never sent", async () => {
  const { canaries, endpoint, editor, line, leaks, trying } = await canaryFixture();
  const other = await RawLine.open(endpoint);
  await other.request("tools/list");
  const received: string[] = [];
  other.onFrame = (frame) => void received.push(frame);
  let count = 0;
  for (const [name, path] of reaching)
    for (const wanted of selections)
      for (const makeFrontmost of [true, false]) {
        trying(`${name}, ${JSON.stringify(wanted)}`);
        const filePath = path(canaries);
        const answer = await line.tool("openFile", { filePath, makeFrontmost, ...wanted });
        expect(answer, name).toMatch(/Opened file|lineCount/);
        // When it is activated without a range, or by the user again, it shows the selection made in the background.
        await line.tool("openFile", { filePath });
        for (const each of [line, other]) await Promise.all(questions(each).map(([, run]) => run()));
        expect(editor.currentSelection()?.text, name).toBe("");
        count += 14;
      }
  expect(leaks).toEqual([]);
  // The other client kept receiving selections, including this file's, and the user can still share a selection in it.
  expect(received.filter((frame) => frame.includes("selection_changed") && frame.includes("canary.txt"))).not.toEqual(
    [],
  );
  expect(received.filter((frame) => frame.includes(canaries.secret))).toEqual([]);
  editor.select({ start: { line: 0, character: 0 }, end: { line: 0, character: canaries.secret.length } });
  expect(await other.tool("getCurrentSelection", {})).toContain(canaries.secret);
  tally({
    what: "Selections outside the workspace",
    attempts: count,
    crashes: line.isOpen ? 0 : 1,
    lost: 0,
    leaked: 0,
  });
});

test("whether a file outside the workspace contains some text is never revealed", async () => {
  const { canaries, editor, line } = await canaryFixture();
  const received = new Set<string>();
  let isOver = false;
  line.onFrame = (frame) => {
    const { method, params } = JSON.parse(frame);
    if (method !== "selection_changed") return;
    if (params.filePath === join(canaries.folder, "a.txt")) isOver = true;
    else received.add(JSON.stringify([params.text, params.selection]));
  };
  let count = 0;
  for (const [name, path] of reaching)
    for (const makeFrontmost of [true, false]) {
      const ask = async (startText: string) => {
        const calls: Attempt[] = [
          ["openFile", () => line.tool("openFile", { filePath: path(canaries), startText, makeFrontmost })],
          ...questions(line),
        ];
        const answers: string[] = [];
        for (const [, run] of calls) answers.push(String(await run()).replace(/"id":\d+/, ""));
        count += answers.length;
        return answers;
      };
      await line.tool("openFile", { filePath: path(canaries) });
      const wrong = await ask("nary+");
      expect(await ask("NARY-"), name).toEqual(wrong);
    }
  // Notifications arrive in order, so all earlier ones have arrived too.
  editor.open(join(canaries.folder, "a.txt"));
  await until(() => isOver);
  const top = { line: 0, character: 0 };
  expect([...received]).toEqual([JSON.stringify(["", { start: top, end: top, isEmpty: true }])]);
  tally({ what: "Guesses at files outside", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

test("hidden files stay hidden for every spelling of their path, for reading, writing and listing", async () => {
  const { canaries, line, leaks, trying } = await canaryFixture();
  const secrets = [".env", ".env.local", "sub/.env", "sub/id_rsa", ".git/config", "sub/private notes.txt"];
  const bytes = () => secrets.map((file) => readFileSync(join(canaries.folder, file), "utf8"));
  const before = bytes();
  let count = 0;
  for (const [name, path] of hiddenSpellings) {
    trying(name);
    for (const each of [attempts(line, path(canaries), name), questions(line)])
      count += (await Promise.all(each.map(([, run]) => run()))).length;
  }
  // Nor does the response reveal whether such a file contains the text: it is the same in both cases.
  for (const [name, path] of hiddenSpellings.filter(([each]) => !/capitals|drive/.test(each))) {
    const ask = (startText: string) => line.tool("openFile", { filePath: path(canaries), startText });
    const [right, wrong] = [await ask("NARY-"), await ask("nary+")].map((answer) => answer.replace(/"id":\d+/, ""));
    expect(right, name).toBe(wrong);
    count += 2;
  }
  expect(leaks).toEqual([]);
  expect(bytes()).toEqual(before);
  expect(await line.request("writeFile", { path: ".tandemignore", content: "!.env" })).toContain("-32602");
  tally({ what: "Spellings of hidden files", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

test("files that run code can't be written, in any spelling, with any text", async () => {
  const { canaries, line } = await canaryFixture();
  const before = namesIn(canaries);
  let count = 0;
  const written: string[] = [];
  for (const [name, path] of codeFiles)
    for (const content of ["", "x", "#!/bin/sh\nid\n"]) {
      const answer = await line.request("writeFile", { path: path(canaries), content });
      count++;
      if (!answer.includes("-32602")) written.push(`${name}: ${answer}`);
    }
  expect(written).toEqual([]);
  expect(namesIn(canaries)).toEqual(before);
  const facts = { attempts: count, refused: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 };
  tally({ what: "Files that run code, written by a request", ...facts });
});
