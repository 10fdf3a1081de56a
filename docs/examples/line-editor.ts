/**
 * A small editor and its complete adapter. It reads one command per line: `open a.txt`, `select a.txt 0 0 0 5`,
 * `type "Hello\n"`, `mention a.txt 0 3`, `reviews`, `accept "name of the tab"`, `quit`.
 */
import { basename, resolve } from "node:path";
import { createInterface } from "node:readline";
import { createEndpoint, type Editor, type EditorEvents, type Review } from "@tandem-ide/server";
import { TextFile } from "./text-file.js";

const files = new Map<string, TextFile>();
let active: TextFile | undefined;
let events: EditorEvents | undefined;

function open(name: string, toFront = true): TextFile {
  const path = resolve(name);
  const file = files.get(path) ?? new TextFile(path);
  files.set(path, file);
  if (toFront) active = file;
  return file;
}

function close(name: string): void {
  files.delete(resolve(name));
  if (active && !files.has(active.path)) active = [...files.values()].at(-1);
}

function review(tab: string): Review {
  const found = endpoint.reviews.find(({ tabName }) => tabName === tab);
  if (!found) throw new Error(`No review named ${tab}`);
  return found;
}

const editor: Editor = {
  name: "Line editor",
  workspaceFolders: [process.cwd()],
  subscribe: (listener) => {
    events = listener;
    return () => {
      events = undefined;
    };
  },
  currentSelection: () => active?.selection,
  openEditors: () => [...files.values()].map((file) => ({ ...file.info, isActive: file === active })),
  documentState: (path) => files.get(path)?.info,
  openFile: ({ path, takeFocus, locate }) => {
    const file = open(path, takeFocus);
    file.range = locate?.(file.text) ?? file.range;
    events?.selectionChanged(active?.selection);
    return file.info;
  },
  saveDocument: (path) => files.get(path)?.save(),
  closeTab: (label) => {
    const file = [...files.values()].find(({ path }) => basename(path) === label);
    if (file?.isDirty) return "unsaved changes";
    if (file) close(file.path);
    events?.selectionChanged(active?.selection);
    return file ? "closed" : "not found";
  },
  reviewDiff: (shown) => shown.decided, // No view: the commands find a review by its name.
};

const commands: Record<string, (...words: string[]) => unknown> = {
  open: (name) => open(name).path,
  close,
  select: (name, ...numbers) => {
    const [line = 0, character = 0, endLine = line, endCharacter = character] = numbers.map(Number);
    open(name).range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
  },
  type: (text) => active?.type(text),
  save: (name) => open(name).save(),
  mention: (name, start, end = start) =>
    events?.mentioned({ path: resolve(name), ...(start && { lines: { start: +start, end: +end } }) }),
  reviews: () => endpoint.reviews.map(({ tabName }) => tabName),
  accept: (tab, text) => {
    if (text !== undefined) review(tab).edit(text);
    review(tab).accept();
  },
  hunks: (tab, ...accepted) => {
    for (const { index } of review(tab).hunks)
      review(tab).decideHunk(index, accepted.includes(`${index}`) ? "accepted" : "rejected");
    review(tab).accept();
  },
  reject: (tab) => review(tab).reject(),
};

const endpoint = await createEndpoint(editor);
for await (const line of createInterface({ input: process.stdin })) {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const [name = "", ...rest] = words.map((word) => (word.startsWith('"') ? String(JSON.parse(word)) : word));
  if (name === "quit") break;
  const command = commands[name] ?? (() => `Unknown command: ${name}`);
  try {
    console.log(JSON.stringify(command(...rest) ?? "done"));
  } catch (error) {
    console.log(String(error));
  }
  events?.selectionChanged(active?.selection);
}
await endpoint.close().finally(() => process.exit()); // An open pipe would keep the process alive.
