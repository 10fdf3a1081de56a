/** Problems that VS Code's own TypeScript finds in the current text. */
import { writeFileSync } from "node:fs";
import type { Client } from "@tandem-ide/client";
import { toFileUri } from "@tandem-ide/protocol";
import { afterAll, expect } from "vitest";
import { needs } from "../parts.js";
import { useVscode } from "./fixture.js";

const { describe, test } = needs("chromium", "vscode");

const right = "export const one: number = 1;\n";
const wrong = 'export const one: number = "one";\n';
const complaint = /not assignable to type 'number'/;

describe("Diagnostics in VS Code", () => {
  const fixture = useVscode({}, (made) => {
    made.file("tsconfig.json", "{}\n");
    return undefined;
  });
  afterAll(() => fixture.endClients());
  let client: Client | undefined;

  /** The diagnostics of a file, requested for it alone and for all files. */
  async function ask(path: string, about: "one" | "all" = "one"): Promise<string> {
    client ??= await fixture.client();
    const answer = await client.call("getDiagnostics", about === "all" ? {} : { uri: toFileUri(path) });
    return JSON.stringify(answer.filter(({ uri }) => uri === toFileUri(path)));
  }

  const isTabOpen = async () => (await fixture.window.ask("tabs")).some(({ label }) => label === "not-open.ts");

  test("checks a file that is not open", async () => {
    const path = fixture.file("not-open.ts", wrong);
    // TypeScript's server has to start first.
    await expect.poll(() => ask(path), { timeout: 30_000 }).toMatch(complaint);
    await expect.poll(isTabOpen).toBe(true);
  });

  test("after an edit, the diagnostics are about the new text", async () => {
    const path = fixture.file("edited.ts", right);
    await fixture.driver.openFile(path);
    await expect.poll(() => ask(path)).not.toMatch(complaint);
    await fixture.window.ask("select", path, { start: { line: 0, character: 27 }, end: { line: 0, character: 28 } });
    await fixture.window.ask("type", '"one"');
    expect(await ask(path, "all")).toMatch(complaint);
    await fixture.window.ask("select", path, { start: { line: 0, character: 27 }, end: { line: 0, character: 32 } });
    await fixture.window.ask("type", "1");
    expect(await ask(path, "all")).not.toMatch(complaint);
    await fixture.driver.closeFile(path);
  });

  test("waits for a file that Claude has just written", async () => {
    const path = fixture.file("written.ts", right);
    await fixture.driver.openFile(path);
    await expect.poll(() => ask(path)).not.toMatch(complaint);
    writeFileSync(path, wrong);
    expect(await ask(path, "all")).toMatch(complaint);
  });

  // This comes last, because the other tests run while its tab is still open.
  test("closes the background tab of a file automatically", async () => {
    await expect.poll(isTabOpen, { timeout: 20_000 }).toBe(false);
  });
});
