import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { connected } from "../../../testing/connected.js";
import { writeTo } from "../../../testing/temporary.js";

const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };

describe("getDiagnostics (TOOL-07)", () => {
  const problem = { message: "m", severity: "Error" as const, range, source: "ts", code: 2304 };

  test("returns raw URIs for raw ones and encoded for encoded ones, so the client recognises paths with spaces", async () => {
    const { client, editor, folder } = await connected();
    const path = writeTo(folder, "a b.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    const [raw, encoded] = [`file://${folder}/a b.ts`, `file://${folder}/a%20b.ts`];
    for (const [asked, answered] of [
      [{ uri: raw }, raw],
      [{ uri: encoded }, encoded],
      [{ uri: path }, raw],
      [{ uri: `file://${folder}/%61%20b.ts` }, `file://${folder}/%61%20b.ts`],
      [{}, raw],
    ])
      expect(await client.callJson("getDiagnostics", asked)).toEqual([{ uri: answered, diagnostics: [problem] }]);
  });

  test("finds a file whose name looks encoded", async () => {
    const { client, editor, folder } = await connected();
    const odd = writeTo(folder, "100%25.ts");
    let asked: string | undefined;
    editor.diagnostics = (path) => {
      asked = path;
      return { files: [], isCurrent: true };
    };
    await client.callJson("getDiagnostics", { uri: `file://${odd}` });
    expect(asked).toBe(odd);
  });

  test("returns an empty list for a file without diagnostics", async () => {
    const { client, folder } = await connected();
    const uri = `file://${folder}/none.ts`;
    expect(await client.callJson("getDiagnostics", { uri })).toEqual([{ uri, diagnostics: [] }]);
    expect(await client.callJson("getDiagnostics")).toEqual([]);
  });

  test("leaves out hidden files, and refuses a request for one", async () => {
    const { client, editor, folder } = await connected();
    const path = join(folder, ".env");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    expect(await client.callJson("getDiagnostics")).toEqual([]);
    const { result } = await client.request("tools/call", {
      name: "getDiagnostics",
      arguments: { uri: `file://${path}` },
    });
    expect(result).toEqual({ content: [{ type: "text", text: "Hidden by privacy rules" }], isError: true });
  });

  test("asks a slow editor for what it has so far, before the client times out", async () => {
    const clock = new FakeClock();
    const { client, editor, folder, log } = await connected({ clock });
    const path = join(folder, "a.ts");
    const asked = new Promise<AbortSignal>((resolve) => {
      editor.diagnostics = (_path, signal) =>
        new Promise((answer) => {
          signal.addEventListener("abort", () =>
            answer({ files: [{ path, diagnostics: [problem] }], isCurrent: false }),
          );
          resolve(signal);
        });
    });
    const id = client.beginTool("getDiagnostics", { uri: `file://${path}` });
    await asked;
    clock.advance(350);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
    expect(log.map((entry) => entry.message).join()).toContain("Returned diagnostics early");
  });

  test("returns and logs the last known diagnostics if the editor never answers", async () => {
    const clock = new FakeClock();
    const { client, editor, folder, log } = await connected({ clock });
    const path = join(folder, "a.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    await client.callJson("getDiagnostics", { uri: `file://${path}` });
    const asked = new Promise<void>((resolve) => {
      editor.diagnostics = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const id = client.beginTool("getDiagnostics", { uri: `file://${path}` });
    await asked;
    clock.advance(400);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
    expect(log.map((entry) => entry.message).join()).toContain("Returned diagnostics early");
    expect(clock.pending).toBe(1); // The health check, and nothing else.
  });

  test("returns the last known diagnostics if the editor rejects on abort", async () => {
    const clock = new FakeClock();
    const { client, editor, folder } = await connected({ clock });
    const path = join(folder, "a.ts");
    editor.diagnosticsAnswer = { files: [{ path, diagnostics: [problem] }], isCurrent: true };
    await client.callJson("getDiagnostics");
    const asked = new Promise<void>((resolve) => {
      editor.diagnostics = (_path, signal) =>
        new Promise((_answer, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          resolve();
        });
    });
    const id = client.beginTool("getDiagnostics");
    await asked;
    clock.advance(1750);
    expect(JSON.parse((await client.texts(id))[0] ?? "")).toMatchObject([{ diagnostics: [problem] }]);
  });

  test("-32602 for other URIs", async () => {
    const { client } = await connected();
    const { error } = await client.request("tools/call", { name: "getDiagnostics", arguments: { uri: "https://x/y" } });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("https://x/y") });
  });
});
