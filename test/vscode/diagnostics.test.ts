/** Problems of VS Code's own TypeScript, about the text as it is now. */
import { writeFileSync } from "node:fs";
import type { Client } from "@tandem/client";
import { toFileUri } from "@tandem/protocol";
import { afterAll, expect } from "vitest";
import { needs } from "../parts.js";
import { useVscode } from "./stage.js";

const { describe, test } = needs("chromium", "vscode");

const right = "export const one: number = 1;\n";
const wrong = 'export const one: number = "one";\n';
const complaint = /not assignable to type 'number'/;

describe("Diagnostics in VS Code", () => {
  const stage = useVscode({}, (made) => {
    made.file("tsconfig.json", "{}\n");
    return undefined;
  });
  afterAll(() => stage.endClients());
  let client: Client | undefined;

  /** What is told of a file, when it is asked about it alone or about all. */
  async function ask(path: string, about: "one" | "all" = "one"): Promise<string> {
    client ??= await stage.client();
    const answer = await client.call("getDiagnostics", about === "all" ? {} : { uri: toFileUri(path) });
    return JSON.stringify(answer.filter(({ uri }) => uri === toFileUri(path)));
  }

  const hasGlimpse = async () => (await stage.window.ask("tabs")).some(({ label }) => label === "not-open.ts");

  test("a file that nobody has opened is looked at", async () => {
    const path = stage.file("not-open.ts", wrong);
    // TypeScript's server has to start first.
    await expect.poll(() => ask(path), { timeout: 30_000 }).toMatch(complaint);
    await expect.poll(hasGlimpse).toBe(true);
  });

  test("after an edit the answer is about the new text: the error is there at once, and gone at once", async () => {
    const path = stage.file("edited.ts", right);
    await stage.hand.openFile(path);
    await expect.poll(() => ask(path)).not.toMatch(complaint);
    await stage.window.ask("select", path, { start: { line: 0, character: 27 }, end: { line: 0, character: 28 } });
    await stage.window.ask("type", '"one"');
    expect(await ask(path, "all")).toMatch(complaint);
    await stage.window.ask("select", path, { start: { line: 0, character: 27 }, end: { line: 0, character: 32 } });
    await stage.window.ask("type", "1");
    expect(await ask(path, "all")).not.toMatch(complaint);
    await stage.hand.closeFile(path);
  });

  test("a file that Claude has just written is waited for", async () => {
    const path = stage.file("written.ts", right);
    await stage.hand.openFile(path);
    await expect.poll(() => ask(path)).not.toMatch(complaint);
    writeFileSync(path, wrong);
    expect(await ask(path, "all")).toMatch(complaint);
  });

  // Last, because the time until then goes by meanwhile.
  test("a tab that a file has only because Claude asked about it goes by itself", async () => {
    await expect.poll(hasGlimpse, { timeout: 20_000 }).toBe(false);
  });
});
