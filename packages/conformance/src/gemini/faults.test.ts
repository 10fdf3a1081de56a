/** Each check for Gemini CLI finds one fault, and none in an endpoint without faults. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint } from "@tandem-ide/server";
import { expect, onTestFinished, test } from "vitest";
import { listGeminiChecks, runGeminiConformance } from "./run.js";
import { FaultyEndpoint } from "./testing/faulty-endpoint.js";

async function failures(file: string): Promise<string[]> {
  const { results } = await runGeminiConformance(file);
  return results.filter(({ status }) => status === "fail").map(({ name }) => name);
}

test("an endpoint without faults passes", async () => {
  await using endpoint = await new FaultyEndpoint().start();
  expect(await failures(endpoint.file)).toEqual([]);
});

test.each(listGeminiChecks().map(({ name }) => name))("%s finds its fault, and no other check does", async (name) => {
  await using endpoint = await new FaultyEndpoint(name).start();
  expect(await failures(endpoint.file)).toEqual([name]);
});

test("our own endpoint passes", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-gemini-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["project", "home", "tmp"]) mkdirSync(join(root, name));
  const endpoint = await createEndpoint(new MemoryEditor({ folders: [join(root, "project")] }), {
    agents: ["claude-code", "gemini"],
    home: join(root, "home"),
    env: { TMPDIR: join(root, "tmp") },
  });
  onTestFinished(() => endpoint.close());
  const [name = ""] = readdirSync(join(root, "tmp/gemini/ide"));
  expect(await failures(join(root, "tmp/gemini/ide", name))).toEqual([]);
});
