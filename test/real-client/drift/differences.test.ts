import { expect, test } from "vitest";
import { differences } from "./differences.js";
import type { Entry } from "./transcript.js";

const upgrade = (headers: Record<string, unknown>): Entry => ({ t: 0, headers });
const call = (name: string, args: unknown, id = 1): Entry => ({
  t: id,
  msg: { method: "tools/call", params: { name, arguments: args, _meta: { progressToken: id } } },
});
const before: Entry[] = [
  upgrade({ "user-agent": "claude-code/2.1.325 (cli)" }),
  call("openDiff", { tab_name: "a (404517)", path: "$WS/a" }, 2),
  call("close_tab", { tab_name: "a (404517)" }, 3),
  { t: 4, ideTools: ["mcp__ide__getDiagnostics"] },
];

test("the same session of another release is no difference: numbers that count, its own number, times and repeats", () => {
  const now: Entry[] = [
    upgrade({ "user-agent": "claude-code/3.0.1 (cli)" }),
    call("openDiff", { tab_name: "a (00bf9f)", path: "$WS/a" }, 7),
    call("close_tab", { tab_name: "a (00bf9f)" }, 8),
    call("close_tab", { tab_name: "a (00bf9f)" }, 9),
    { t: 400, ideTools: ["mcp__ide__getDiagnostics"] },
  ];
  expect(differences(before, now)).toEqual([]);
});

test("what is new, what is gone, what has another value and what comes in another order is named", () => {
  const now: Entry[] = [
    upgrade({ "user-agent": "claude-code/3.0.1 (cli)", origin: "null" }),
    call("close_tab", { tab_name: "a (00bf9f)" }, 8),
    call("openDiff", { tab_name: "b (00bf9f)" }, 7),
    call("getSecrets", {}, 9),
  ];
  expect(differences(before, now)).toEqual([
    'The upgrade request: origin is new: "null"',
    'tools/call openDiff: params.arguments.tab_name was "a (<hex>)", is "b (<hex>)"',
    'tools/call openDiff: params.arguments.path is gone, was "$WS/a"',
    'tools/call getSecrets is new: method "tools/call", params.name "getSecrets", params.arguments {}, params._meta.progressToken "a number"',
    "The tools that the model is given does not come any more",
    "The order is another: after The upgrade request came tools/call openDiff, now comes tools/call close_tab",
  ]);
});
