/** Records what a release of Claude Code sends in one short session that has a bit of everything. */
import type { IncomingHttpHeaders } from "node:http";
import { authorizationHeader } from "@tandem/protocol";
import { behindRelay } from "../broken-row.js";
import { memoryRow } from "../memory-row.js";
import { say, use } from "../model.js";
import { review } from "../scenario.js";
import { Stage } from "../stage.js";
import type { Entry } from "./transcript.js";

/** Those that say something about the release; the others are new for each connection. */
function tellingHeaders(headers: IncomingHttpHeaders): Record<string, unknown> {
  const { host: _host, "sec-websocket-key": _key, ...telling } = headers;
  const authorization = authorizationHeader.toLowerCase();
  return { ...telling, ...(authorization in telling && { [authorization]: "<token>" }) };
}

/** The tools of the editor that a model hears of, be they offered at once or only named. */
function toolsIn(questions: readonly string[]): string[] {
  return [...new Set(questions.flatMap((asked) => asked.match(/mcp__ide__\w+/g) ?? []))].sort();
}

const text = "line 1\nline 2\nline 3\n";

export async function record(version: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const started = performance.now();
  const now = () => Math.round(performance.now() - started);
  const row = behindRelay(memoryRow, "recorded", {
    onClient: (headers) => entries.push({ t: now(), headers: tellingHeaders(headers) }),
    fromClient(message) {
      entries.push({ t: now(), msg: JSON.parse(message) });
      return message;
    },
  });
  await using stage = await Stage.set(row, version);
  const { model } = stage;
  const path = stage.file("a.txt", text);
  const tools = ["mcp__ide__getDiagnostics", "mcp__ide__executeCode"];
  const editor = await stage.editor();
  const claude = await stage.claude({ args: ["--ide", "--allowedTools", tools.join()] });
  await stage.connected(editor);
  await editor.hand.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } });
  await claude.shows(/1 line selected/);

  model.script(
    [use("Read", { file_path: path })],
    [use("Edit", { file_path: path, old_string: "line 2", new_string: "two" })],
    [say("First done.")],
  );
  await claude.prompt("change it");
  await editor.hand.editAndAccept?.(await review(editor), "line 1\ntwo\nline 3\nmine\n");
  await claude.shows(/First done\./);

  model.script([use("Edit", { file_path: path, old_string: "two", new_string: "three" })]);
  await claude.prompt("change it again");
  await editor.hand.reject?.(await review(editor));
  await claude.shows(/rejected|Interrupted|What should Claude do/i);

  model.script(
    [use("mcp__ide__getDiagnostics", { uri: `file://${path}` })],
    [use("mcp__ide__executeCode", { code: "1 + 1" })],
    [say("Third done.")],
  );
  await claude.prompt("look and run");
  await claude.shows(/Third done\./);
  entries.push({ t: now(), ideTools: toolsIn(model.questions.map(({ text: asked }) => asked)) });
  const session = [...entries];
  // What comes while it leaves depends on what it is in the middle of: 2.1.112 dials once more.
  await claude.exit();
  return JSON.parse(JSON.stringify(session).replaceAll(stage.folder, "$WS"));
}
