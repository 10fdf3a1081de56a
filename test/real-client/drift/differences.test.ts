import type { Entry } from "@tandem-ide/inspector/reading";
import { expect, test } from "vitest";
import { differences } from "./differences.js";
import type { Session } from "./fixtures.js";

const upgrade = (headers: Record<string, string>): Entry => ({
  t: 0,
  connection: 1,
  open: { headers, protocol: "mcp" },
});
const call = (name: string, args: unknown, id = 1): Entry => ({
  t: id,
  connection: 1,
  from: "client",
  text: JSON.stringify({ method: "tools/call", params: { name, arguments: args, _meta: { progressToken: id } } }),
});
const session = (modelTools: string[], ...entries: Entry[]): Session => ({
  recording: { header: { recording: 1, at: "", editor: "Memory", folders: ["/workspace"] }, entries },
  modelTools,
});
const before = session(
  ["mcp__ide__getDiagnostics"],
  upgrade({ "user-agent": "claude-code/2.1.325 (cli)", host: "127.0.0.1:40000" }),
  call("openDiff", { tab_name: "a (404517)", path: "/workspace/a" }, 2),
  call("close_tab", { tab_name: "a (404517)" }, 3),
);

test("ignores ids, version numbers, times and repetitions", () => {
  const now = session(
    ["mcp__ide__getDiagnostics"],
    upgrade({ "user-agent": "claude-code/3.0.1 (cli)", host: "127.0.0.1:50000" }),
    { t: 1, connection: 1, from: "editor", text: '{"jsonrpc":"2.0","method":"selection_changed"}' },
    call("openDiff", { tab_name: "a (00bf9f)", path: "/workspace/a" }, 7),
    call("close_tab", { tab_name: "a (00bf9f)" }, 8),
    call("close_tab", { tab_name: "a (00bf9f)" }, 9),
  );
  expect(differences(before, now)).toEqual([]);
});

test("lists additions, removals, changed values and a changed order", () => {
  const now = session(
    [],
    upgrade({ "user-agent": "claude-code/3.0.1 (cli)", origin: "null" }),
    call("close_tab", { tab_name: "a (00bf9f)" }, 8),
    call("openDiff", { tab_name: "b (00bf9f)" }, 7),
    call("getSecrets", {}, 9),
  );
  expect(differences(before, now)).toEqual([
    'The upgrade request: origin is new: "null"',
    'tools/call openDiff: params.arguments.tab_name was "a (<hex>)", is "b (<hex>)"',
    'tools/call openDiff: params.arguments.path is gone, was "/workspace/a"',
    'tools/call getSecrets is new: method "tools/call", params.name "getSecrets", params.arguments {}, params._meta.progressToken "a number"',
    "The tools that the model is given does not come any more",
    "The order is another: after The upgrade request came tools/call openDiff, now comes tools/call close_tab",
  ]);
});
