/** Replays recorded sessions of Claude Code releases: to an endpoint, and in place of an editor. */
import { readFileSync } from "node:fs";
import { connect } from "@tandem-ide/client";
import { type Recording, replayClient, replayEditor } from "@tandem-ide/inspector";
import { initializeParamsSchema } from "@tandem-ide/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "./endpoint.js";
import { eventually } from "./eventually.js";
import { callsOf, changed, names, readKept, rowsOf, startRecordedEditor } from "./replay/sessions.js";

const withAnswers = names.filter((name) => rowsOf(readKept(name)).some(({ kind }) => kind === "answer"));
const newest = readKept("claude-code-2.1.325.jsonl");

test("there are recordings with both sides, and an old one with the client's alone", () => {
  expect(withAnswers.length).toBeGreaterThanOrEqual(2);
  expect(names.filter((name) => !withAnswers.includes(name))).toEqual(["claude-code-1.0.128.jsonl"]);
});

async function playTo(recording: Recording, recorded = recording) {
  const { endpoint, folder } = await startRecordedEditor(recorded);
  const target = { port: endpoint.port, authToken: endpoint.authToken, folders: [folder] };
  return await replayClient(recording, target, { timeoutMs: 5000 });
}

describe.each(names)("%s, the client's side", (name) => {
  const recording = readKept(name);

  test("contains only valid messages", () => {
    expect(rowsOf(recording).flatMap((row) => row.faults)).toEqual([]);
  });

  test("gets the recorded responses from an endpoint", async () => {
    const result = await playTo(recording);
    const answers = rowsOf(recording).filter(({ kind }) => kind === "answer");
    expect(result).toMatchObject({ differences: [], faults: [], unplayed: 0, compared: answers.length });
    expect(result.played).toBeGreaterThan(10);
    expect(result.lost).toBeUndefined();
  });
});

test("an exact replay in the same folder has no differences", async () => {
  const { endpoint, folder } = await startRecordedEditor(newest);
  const target = { port: endpoint.port, authToken: endpoint.authToken, folders: [folder] };
  const { differences, faults } = await replayClient(newest, target, { exact: true });
  expect({ differences, faults }).toEqual({ differences: [], faults: [] });
});

describe("differences from the recording:", () => {
  const differencesIn = async (recording: Recording) =>
    (await playTo(recording, newest)).differences.map(({ call, what }) => `${call}: ${what}`);

  test("a member that is new", async () => {
    const before = changed(newest, (text) => text.replaceAll('\\"diagnostics\\":[]', '\\"other\\":[]'));
    expect(await differencesIn(before)).toContain(
      "getDiagnostics a.txt: result.content[0].text[].diagnostics is new: []",
    );
  });

  test("a member that is gone", async () => {
    const before = changed(newest, (text) =>
      text.replace('"capabilities":{"tools"', '"capabilities":{"logging":{},"tools"'),
    );
    expect(await differencesIn(before)).toEqual([
      expect.stringMatching(/^initialize .*: result\.capabilities\.logging is gone, was \{\}$/),
    ]);
  });

  test("another decision", async () => {
    const before = changed(newest, (text) => text.replace("FILE_SAVED", "DIFF_REJECTED"));
    expect(await differencesIn(before)).toEqual([
      expect.stringMatching(/^openDiff .*: result\.content\[0\]\.text was "DIFF_REJECTED", is "FILE_SAVED"$/),
    ]);
  });

  test("an error instead of a response", async () => {
    const asked = rowsOf(newest).find(({ tool, about }) => tool === "getDiagnostics" && about === "");
    const error = { jsonrpc: "2.0", id: asked?.id, error: { code: -32603, message: "no" } };
    const start = `{"jsonrpc":"2.0","id":${asked?.id},"result"`;
    const before = changed(newest, (text) => (text.startsWith(start) ? JSON.stringify(error) : text));
    expect(await differencesIn(before)).toEqual(['getDiagnostics: was the error -32603 ("no"), is now answered']);
  });
});

describe.each(withAnswers)("%s, the editor's side", (name) => {
  const recording = readKept(name);

  test("gives the recorded responses to a client with the same calls", async () => {
    const folder = temporaryDirectory();
    await using replay = await replayEditor(recording, {
      present: [folder],
      configDir: temporaryDirectory(),
      env: {},
      timeoutMs: 10_000,
    });
    const here = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll("/workspace", folder));
    const hello: { params?: unknown } = Object(
      rowsOf(recording).find(({ method }) => method === "initialize")?.message,
    );
    const { protocolVersion, clientInfo, capabilities = {} } = initializeParamsSchema.parse(hello.params);
    const told: unknown[] = [];
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(replay.lockFile, "utf8"));
    const client = await connect(
      { port: replay.port, authToken },
      {
        protocolVersion,
        identity: { userAgent: "test", clientInfo: clientInfo ?? { name: "", version: "" }, capabilities },
        onNotification: (method, params) => told.push({ method, params }),
      },
    );
    onTestFinished(() => client.close());
    // The user selected text before the first prompt.
    const selections = rowsOf(recording).filter(({ method }) => method === "selection_changed");
    await eventually(() => expect(told).toHaveLength(selections.length));
    expect(told).toEqual(selections.map(({ method, message }) => here({ method, params: Object(message).params })));
    for (const { tool, args, result } of callsOf(recording))
      expect(await client.callRaw(tool, here(args))).toEqual(here(result));
    expect(await replay.finished).toMatchObject({ differences: [], faults: [], unplayed: 0 });
  });
});
