/** No path that a client gives leads a request out of the workspace, or to what is withheld (SEC-01, SEC-02, PRV-01). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startEndpoint, until } from "../endpoint.js";
import { type Canaries, layCanaries } from "./canaries.js";
import { codeFiles, escapes, withheldSpellings } from "./path-escapes.js";
import { RawLine } from "./raw-line.js";
import { howMany, tally } from "./tally.js";

async function setUp() {
  const canaries = layCanaries();
  const { ide, editor } = await startEndpoint({ readyDelayMs: 0 }, { folders: [canaries.folder] });
  const line = await RawLine.open(ide);
  await line.request("tools/list");
  const leaks: string[] = [];
  let now = "";
  line.onFrame = (frame) => {
    if (frame.includes(canaries.secret)) leaks.push(`${now}: ${frame.slice(0, 300)}`);
  };
  /** Says what is tried from now on, for the report of a leak. */
  const trying = (what: string) => {
    now = what;
  };
  return { canaries, ide, editor, line, leaks, trying };
}

function namesIn({ folder }: Canaries): string[][] {
  return [folder, join(folder, "sub")].map((each) => readdirSync(each).sort());
}

type Attempt = readonly [what: string, run: () => Promise<unknown>];

/** Every way to have something selected: lines, all of them, a text, from one to another, halves of characters. */
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

/** What a request for this path may be: every workspace request and every tool that takes a path. */
function attempts(line: RawLine, path: string, tabName: string): Attempt[] {
  const diff = (old_file_path: string, new_file_path: string) => async () => {
    // It waits for the user, who does not come: its answer is that of being closed.
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

/** What was opened is asked about in every way there is. */
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

test("no spelling of a path outside the workspace gives or changes a byte there", async () => {
  const { canaries, line, leaks, trying } = await setUp();
  const before = canaries.photograph();
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
  expect(canaries.photograph()).toBe(before);
  // It is still there, and does what it should.
  expect(await line.request("readFile", { path: "sub/x.txt" })).toContain("inside");
  tally({ what: "Paths out of the workspace", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

/** Spellings that this system takes for the canary itself. */
const reaching: readonly (readonly [name: string, path: (aim: Canaries) => string])[] = [
  ["absolute", ({ outside }) => outside],
  ["relative", ({ relative }) => relative],
  ["dots after the folder", ({ folder, relative }) => `${folder}/${relative}`],
  ["a link to the file", () => "link-to-file.txt"],
  ["a link to its folder", () => "link-to-folder/canary.txt"],
  ["a link to a link", () => "link-to-link/canary.txt"],
  ["a link to the root", ({ outside }) => `link-to-root${outside}`],
];

test("what a client has selected outside the workspace is told to nobody, in no place where selections are told", async () => {
  const { canaries, ide, editor, line, leaks, trying } = await setUp();
  const other = await RawLine.open(ide);
  await other.request("tools/list");
  const told: string[] = [];
  other.onFrame = (frame) => void told.push(frame);
  let count = 0;
  for (const [name, path] of reaching)
    for (const wanted of selections)
      for (const makeFrontmost of [true, false]) {
        trying(`${name}, ${JSON.stringify(wanted)}`);
        const filePath = path(canaries);
        const answer = await line.tool("openFile", { filePath, makeFrontmost, ...wanted });
        expect(answer, name).toMatch(/Opened file|lineCount/);
        // Brought to the front without a range, or again by the user, it shows what was selected while it was behind.
        await line.tool("openFile", { filePath });
        for (const each of [line, other]) await Promise.all(questions(each).map(([, run]) => run()));
        expect(editor.currentSelection()?.text, name).toBe("");
        count += 14;
      }
  expect(leaks).toEqual([]);
  // The other client was told all the while, and of this file; and what the user selects in it is still the user's to tell.
  expect(told.filter((frame) => frame.includes("selection_changed") && frame.includes("canary.txt"))).not.toEqual([]);
  expect(told.filter((frame) => frame.includes(canaries.secret))).toEqual([]);
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

test("whether a text is in a file outside the workspace shows neither in the answer nor in what is told", async () => {
  const { canaries, editor, line } = await setUp();
  const told = new Set<string>();
  let isOver = false;
  line.onFrame = (frame) => {
    const { method, params } = JSON.parse(frame);
    if (method !== "selection_changed") return;
    if (params.filePath === join(canaries.folder, "a.txt")) isOver = true;
    else told.add(JSON.stringify([params.text, params.selection]));
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
  // Notifications come in order: when this one is there, so are all before it.
  editor.open(join(canaries.folder, "a.txt"));
  await until(() => isOver);
  const top = { line: 0, character: 0 };
  expect([...told]).toEqual([JSON.stringify(["", { start: top, end: top, isEmpty: true }])]);
  tally({ what: "Guesses at files outside", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

test("what is withheld stays withheld by every spelling of its path, for reading, writing and listing", async () => {
  const { canaries, line, leaks, trying } = await setUp();
  const secrets = [".env", ".env.local", "sub/.env", "sub/id_rsa", ".git/config", "sub/private notes.txt"];
  const bytes = () => secrets.map((file) => readFileSync(join(canaries.folder, file), "utf8"));
  const before = bytes();
  let count = 0;
  for (const [name, path] of withheldSpellings) {
    trying(name);
    for (const each of [attempts(line, path(canaries), name), questions(line)])
      count += (await Promise.all(each.map(([, run]) => run()))).length;
  }
  // Whether a text stands in one is not told either: the answer is the same for what does and what does not.
  for (const [name, path] of withheldSpellings.filter(([each]) => !/capitals|drive/.test(each))) {
    const ask = (startText: string) => line.tool("openFile", { filePath: path(canaries), startText });
    const [right, wrong] = [await ask("NARY-"), await ask("nary+")].map((answer) => answer.replace(/"id":\d+/, ""));
    expect(right, name).toBe(wrong);
    count += 2;
  }
  expect(leaks).toEqual([]);
  expect(bytes()).toEqual(before);
  expect(await line.request("writeFile", { path: ".tandemignore", content: "!.env" })).toContain("-32602");
  tally({ what: "Spellings of withheld files", attempts: count, crashes: line.isOpen ? 0 : 1, lost: 0, leaked: 0 });
});

test("a file that runs code is written by no request, in any spelling, whatever the text", async () => {
  const { canaries, line } = await setUp();
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

/** A process that exchanges `sub` and `a.txt` for links, until it is stopped; then it says how often it did. */
async function startSwapper({ folder, outside }: Canaries) {
  const program = fileURLToPath(new URL("swapper.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, folder, join(outside, "..")], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  return {
    async stop(): Promise<number> {
      const said = once(lines, "line");
      child.stdin.end();
      return Number((await said)[0]);
    },
  };
}

// Other systems give an open folder no name (files/held-folder.ts), so there the last step is not covered.
test.runIf(process.platform === "linux")(
  "a folder or file that is exchanged for a link after the check gives and changes nothing outside",
  async () => {
    const { canaries, line, leaks, trying } = await setUp();
    const before = canaries.photograph();
    const swapper = await startSwapper(canaries);
    const rounds = howMany(150, 20_000);
    let [refused, names, inside] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      trying(`round ${round}`);
      const answers = await Promise.all([
        line.request("readFile", { path: "sub/x.txt" }),
        line.request("readFile", { path: "a.txt" }),
        line.request("files/read", { path: "sub/canary.txt" }),
        line.request("writeFile", { path: "sub/written.txt", content: "by a client" }),
        line.request("writeFile", { path: "sub/deep/new/written.txt", content: "by a client" }),
        line.request("listFiles", { pattern: "sub/**" }),
      ]);
      for (const answer of answers) {
        if (answer.includes(canaries.secretName)) names++;
        if (answer.includes('"error"')) refused++;
        if (answer.includes("inside")) inside++;
      }
    }
    const swaps = await swapper.stop();
    expect({ leaks, names }).toEqual({ leaks: [], names: 0 });
    expect(canaries.photograph()).toBe(before);
    // Both sides were met, or this has tested nothing.
    expect(Math.min(swaps, refused, inside)).toBeGreaterThan(10);
    tally({
      what: "Links made after the check",
      attempts: rounds * 6,
      refused,
      crashes: line.isOpen ? 0 : 1,
      lost: 0,
      leaked: 0,
    });
  },
);

test("a hard link is the file itself: it is read, and a write takes its place and leaves the other name as it was", async () => {
  const { canaries, line } = await setUp();
  linkSync(canaries.outside, join(canaries.folder, "hard.txt"));
  expect(await line.request("readFile", { path: "hard.txt" })).toContain(canaries.secret);
  expect(await line.request("writeFile", { path: "hard.txt", content: "new" })).toContain('"success":true');
  expect(readFileSync(canaries.outside, "utf8")).toContain(canaries.secret);
  expect(readFileSync(join(canaries.folder, "hard.txt"), "utf8")).toBe("new");
  expect(statSync(canaries.outside).nlink).toBe(1);
});
