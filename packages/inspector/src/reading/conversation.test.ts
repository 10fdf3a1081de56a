import { describe, expect, test } from "vitest";
import type { End, Entry } from "../recording/entry.js";
import { Conversation } from "./conversation.js";
import { filterOf } from "./filter.js";
import { type Row, titleOf } from "./row.js";

let time = 0;
const says = (from: End, message: unknown, connection = 1): Entry => ({
  t: ++time,
  connection,
  from,
  text: typeof message === "string" ? message : JSON.stringify(message),
});
const request = (id: number | string, method: string, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
const call = (id: number, name: string, args: unknown) => request(id, "tools/call", { name, arguments: args });
const answer = (id: number | string, result: unknown) => ({ jsonrpc: "2.0", id, result });
const notification = (method: string, params?: unknown) => ({ jsonrpc: "2.0", method, params });
const text = (...texts: string[]) => ({ content: texts.map((each) => ({ type: "text", text: each })) });

function read(...entries: Entry[]): { rows: Row[]; conversation: Conversation } {
  const conversation = new Conversation();
  return { rows: entries.flatMap((entry) => conversation.add(entry)), conversation };
}
const faultsOf = (...entries: Entry[]) => read(...entries).rows.flatMap(({ faults }) => faults);

const opened: Entry = { t: 0, connection: 1, open: { headers: {}, protocol: "mcp" } };
const hello = [
  says("client", request(0, "initialize", { protocolVersion: "2025-11-25", clientInfo: { name: "c", version: "1" } })),
  says(
    "editor",
    answer(0, { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "e", version: "2" } }),
  ),
];

describe("calls and their responses", () => {
  test("a response has its request's title and row, and its duration", () => {
    const asked = says("client", call(5, "openFile", { filePath: "/w/src/a.ts" }));
    const conversation: Entry = { ...says("editor", answer(5, text("Opened"))), t: asked.t + 250 };
    const { rows } = read(...hello, asked, conversation);
    expect(rows.slice(2)).toMatchObject([
      { number: 3, kind: "request", tool: "openFile", about: "a.ts", faults: [] },
      { number: 4, kind: "answer", tool: "openFile", answers: 3, tookMs: 250, about: "Opened", faults: [] },
    ]);
  });

  test("a request without a response is pending, and ids of different types are different", () => {
    const { conversation, rows } = read(
      says("client", request(1, "ping")),
      says("client", request("1", "ping")),
      says("editor", request(1, "ping")),
      says("editor", answer("1", {})),
    );
    expect(rows.at(-1)).toMatchObject({ answers: 2 });
    expect(conversation.pending.map(({ number }) => number)).toEqual([1, 3]);
  });

  test("a closed connection reports its unanswered calls, which are no longer pending", () => {
    const { conversation, rows } = read(says("client", request(1, "ping")), {
      t: ++time,
      connection: 1,
      from: "editor",
      close: { code: 1006, reason: "" },
    });
    expect(rows.at(-1)?.about).toBe("1006 · 1 unanswered call");
    expect(conversation.pending).toEqual([]);
  });

  test("a cancelled call is not pending, and a late response is not a fault", () => {
    const asked = [
      says("client", request(1, "ping")),
      says("client", notification("notifications/cancelled", { requestId: 1 })),
    ];
    expect(read(...asked).conversation.pending).toEqual([]);
    const { rows } = read(...asked, says("editor", answer(1, {})), says("editor", answer(1, {})));
    expect(rows.at(2)).toMatchObject({ answers: 1, faults: [] });
    expect(rows.at(3)?.faults).toEqual(["no pending call has the id 1"]);
  });

  test("reads a message nested too deeply to serialize", () => {
    const depth = 20_000;
    const deep = `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const row = read(says("client", deep)).rows[0];
    // Since Node 26, JSON.stringify has no limit.
    expect(row).toMatchObject({
      method: "x",
      about: expect.stringMatching(/^(nested too deeply to show$|\{"a":\[{9})/),
    });
  });

  test("the same id in two connections means two calls", () => {
    const { rows } = read(
      says("client", request(1, "ping"), 1),
      says("client", request(1, "ping"), 2),
      says("editor", answer(1, {}), 2),
    );
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.at(-1)?.answers).toBe(2);
  });

  test("a batch has one row per message", () => {
    const { rows } = read(says("client", [request(1, "ping"), notification("notifications/initialized")]));
    expect(rows.map(titleOf)).toEqual(["ping", "notifications/initialized"]);
  });
});

describe("protocol violations", () => {
  const bad: [story: string, words: RegExp, ...entries: Entry[]][] = [
    ["no JSON", /^invalid JSON/, says("editor", "oops")],
    ["no JSON-RPC", /"jsonrpc" must be "2.0"/, says("editor", { id: 1, result: {} })],
    ["an empty batch", /empty batch/, says("client", [])],
    ["a binary frame", /only allows text frames/, { t: 0, connection: 1, from: "editor", binary: "" }],
    ["no subprotocol", /didn't choose the subprotocol/, { t: 0, connection: 1, open: { headers: {}, protocol: null } }],
    [
      "a mention with null, which loses the whole message",
      /"lineStart" must be of type number/,
      says("editor", notification("at_mentioned", { filePath: "/a", lineStart: null })),
    ],
    [
      "a notification that nobody knows",
      /ignores the unknown notification "selectionChanged"/,
      says("editor", notification("selectionChanged", {})),
    ],
    [
      "an argument that is missing",
      /"tab_name" is missing/,
      ...hello,
      says("client", call(1, "openDiff", { old_file_path: "/a", new_file_path: "/a", new_file_contents: "" })),
    ],
    [
      "a workspace request with a wrong member",
      /doesn't accept "file"/,
      says("client", request(1, "readFile", { path: "a", file: "b" })),
    ],
    [
      "a version that makes the client leave",
      /doesn't support "2031-01-01"/,
      hello[0] as Entry,
      says(
        "editor",
        answer(0, { protocolVersion: "2031-01-01", capabilities: {}, serverInfo: { name: "e", version: "2" } }),
      ),
    ],
    [
      "a decision that is none",
      /openDiff: unexpected result "SAVED"/,
      ...hello,
      says(
        "client",
        call(1, "openDiff", { old_file_path: "/a", new_file_path: "/a", new_file_contents: "", tab_name: "t" }),
      ),
      says("editor", answer(1, text("SAVED", "x"))),
    ],
    [
      "problems in another shape",
      /getDiagnostics: the result has the wrong shape/,
      ...hello,
      says("client", call(1, "getDiagnostics", {})),
      says("editor", answer(1, text('{"diagnostics":[]}'))),
    ],
    [
      "a tool that was not listed",
      /didn't list the tool "openFile"/,
      ...hello,
      says("client", request(1, "tools/list")),
      says("editor", answer(1, { tools: [] })),
      says("client", call(2, "openFile", { filePath: "/a" })),
    ],
    ["a response without request", /no pending call has the id 7/, says("editor", answer(7, {}))],
    [
      "a second response",
      /no pending call has the id 1/,
      says("client", request(1, "ping")),
      says("editor", answer(1, {})),
      says("editor", answer(1, {})),
    ],
    [
      "an error without an id",
      /without an id/,
      says("editor", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "x" } }),
    ],
    [
      "an error without a code",
      /"code" is missing/,
      says("client", request(1, "ping")),
      says("editor", { jsonrpc: "2.0", id: 1, error: { message: "x" } }),
    ],
    [
      "an id that is in use",
      /already used by a pending call/,
      says("client", request(1, "ping")),
      says("client", request(1, "ping")),
    ],
    ["a call before initialize", /before initialize/, opened, says("client", request(1, "tools/list"))],
    ["a batch where there is none", /need MCP 2025-03-26/, ...hello, says("client", [notification("x")])],
  ];
  test.each(bad)("%s", (_story, words, ...entries) => {
    expect(faultsOf(...entries)).toEqual([expect.stringMatching(words)]);
  });

  test("doesn't report missing responses if only the client's side was recorded", () => {
    const [asked] = hello;
    const conversation = [
      says("client", request(1, "tools/list")),
      says("client", call(2, "openFile", { filePath: "/a" })),
    ];
    expect(asked && faultsOf(asked, ...conversation)).toEqual([]);
  });

  test("a batch is valid with 2025-03-26", () => {
    const agreed = { protocolVersion: "2025-03-26", capabilities: {}, serverInfo: { name: "e", version: "2" } };
    const [asked] = hello;
    expect(asked && faultsOf(asked, says("editor", answer(0, agreed)), says("client", [request(1, "ping")]))).toEqual(
      [],
    );
  });

  test("a tool's error is compared only as an error", () => {
    const entries = [
      ...hello,
      says("client", call(1, "getDiagnostics", {})),
      says("editor", answer(1, { ...text("no"), isError: true })),
    ];
    expect(faultsOf(...entries)).toEqual([]);
  });
});

describe("the filter", () => {
  const { rows } = read(
    ...hello,
    says(
      "editor",
      notification("selection_changed", {
        text: "",
        filePath: "/w/b.ts",
        selection: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 }, isEmpty: true },
      }),
    ),
    says("client", call(1, "openFile", { filePath: "/w/a.ts" })),
    { t: ++time, connection: 1, from: "client", ping: "" },
    says("editor", answer(9, {})),
    says("client", request(10, "ping")),
  );
  const numbers = (words: string) => rows.filter(filterOf(words)).map(({ number }) => number);

  test.each([
    ["", [1, 2, 3, 4, 6, 7]],
    ["client", [1, 4, 7]],
    ["editor -selection_changed", [2, 6]],
    ["faults", [6]],
    ["calls", [1, 2, 4, 6, 7]],
    ["pings", [5]],
    ["#1", [1, 2]],
    ["OPENFILE", [4]],
    ["b.ts", [3]],
    ["client a.ts", [4]],
    ["zebra", []],
    ["ping", [5, 7]],
  ])("%j", (words, expected) => {
    expect(numbers(words)).toEqual(expected);
  });
});

describe("malformed messages", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

  test("an id nested too deeply to serialize doesn't stop the inspector", () => {
    const { rows } = read(
      says("client", `{"jsonrpc":"2.0","id":${deep},"result":{}}`),
      says("client", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`),
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["answer", "notification"]);
    expect(rows[0]?.faults).toEqual([expect.stringMatching(/^no pending call has the id (\(nested too deeply|\[{9})/)]);
  });

  test("cancelled calls without a response don't use up memory", () => {
    const conversation = new Conversation();
    for (let id = 0; id < 3000; id++) {
      const asked = says("client", request(id, "x", { text: "y".repeat(100) }));
      conversation.add(asked);
      conversation.add(says("client", notification("notifications/cancelled", { requestId: id })));
    }
    // A response that was already on its way arrives soon or never.
    const [late] = conversation.add(says("editor", answer(2999, {})));
    expect(late).toMatchObject({ method: "x", faults: [] });
    const [forgotten] = conversation.add(says("editor", answer(0, {})));
    expect(forgotten?.answers).toBeUndefined();
  });

  test("a paged list of tools counts as one", () => {
    const tool = (name: string) => ({ name, description: "", inputSchema: { type: "object" } });
    const faults = faultsOf(
      ...hello,
      says("client", request(1, "tools/list", {})),
      says("editor", answer(1, { tools: [tool("first")], nextCursor: "2" })),
      says("client", request(2, "tools/list", { cursor: "2" })),
      says("editor", answer(2, { tools: [tool("second")] })),
      says("client", call(3, "first", {})),
      says("client", call(4, "second", {})),
      says("client", call(5, "third", {})),
    );
    expect(faults).toEqual([`the editor didn't list the tool "third"`]);
  });
});
