/** Programs behind the editor that hang: a real language server and a real kernel, stopped in the middle of their work. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "@tandem/base/node";
import { connect } from "@tandem/client";
import { MemoryEditor } from "@tandem/memory-editor";
import { createEndpoint, type Editor } from "@tandem/server";
import { createKernels } from "@tandem/workspace/kernel";
import { expect, onTestFinished, test } from "vitest";
import { createHome } from "../../packages/workspace/src/kernel/testing/home.js";
import { right, wrong } from "../../packages/workspace/src/testing/language/answers.js";
import { startServers } from "../../packages/workspace/src/testing/language/start-servers.js";
import { pullServer, typescriptProject } from "../../packages/workspace/src/testing/language/typescript-project.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { ownFolder, put } from "./faults/stage.js";
import { howMany, tally } from "./tally.js";

/** The process and those that it started: some servers are started by a small program that only passes on. */
function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** An endpoint for this editor, and a client of it; both end with the test. */
async function serve(editor: Editor) {
  const configDir = ownFolder();
  const ide = await createEndpoint(editor, {
    configDir,
    home: configDir,
    env: {},
    allowedCode: { has: () => true, set: () => {} },
  });
  onTestFinished(() => ide.close());
  const client = await connect(ide);
  onTestFinished(() => client.close());
  return client;
}

test.skipIf(process.platform !== "linux")(
  "a language server that is stopped: what was known is answered in time, and the truth when it goes on",
  async () => {
    const folder = typescriptProject({ "a.ts": wrong });
    const path = join(folder, "a.ts");
    const { servers } = startServers({ folders: [folder], settings: pullServer });
    const editor = new MemoryEditor({ folders: [folder] });
    const diagnostics: Editor["diagnostics"] = (asked, signal) => servers.diagnostics(asked, signal);
    const client = await serve(Object.assign(editor, { diagnostics }));
    const count = async () => (await client.call("getDiagnostics", { uri: path }))[0]?.diagnostics.length;
    await eventually(async () => expect(await count()).toBe(1));
    const pids = treeOf(servers.status()[0]?.pid ?? 0);
    const signal = (name: NodeJS.Signals) => pids.map((pid) => process.kill(pid, name));
    const wrongAnswers: string[] = [];
    let worstMs = 0;
    const rounds = howMany(2, 30);
    for (let round = 0; round < rounds; round++) {
      signal("SIGSTOP");
      const [before, after] = round % 2 === 0 ? [1, 0] : [0, 1];
      put(folder, "a.ts", after === 0 ? right : wrong);
      const began = performance.now();
      const answered = await count();
      if (answered !== before) wrongAnswers.push(`${answered} instead of ${before} in round ${round}`);
      worstMs = Math.max(worstMs, performance.now() - began);
      signal("SIGCONT");
      await eventually(async () => expect(await count()).toBe(after));
    }
    signal("SIGSTOP");
    await servers.close();
    await eventually(() => expect(pids.filter(isRunning)).toEqual([]));
    expect(wrongAnswers).toEqual([]);
    tally({
      what: "Language server stopped and resumed",
      attempts: rounds,
      crashes: 0,
      lost: wrongAnswers.length,
      leaked: pids.filter(isRunning).length,
      worstMs,
    });
  },
);

needs("jupyter").test(
  "a kernel that is stopped: the call ends with its client, and the next finds a kernel that works",
  async () => {
    const home = createHome();
    const kernels = createKernels({
      folders: () => [home.folder],
      environment: home.environment,
      interruptPatienceMs: 500,
    });
    onTestFinished(async () => {
      await kernels.close();
      home.remove();
    });
    const editor = new MemoryEditor({ folders: [home.folder], runCode: (code, signal) => kernels.run(code, signal) });
    const client = await serve(editor);
    const run = async (code: string, signal?: AbortSignal) =>
      JSON.stringify(await client.callRaw("executeCode", { code }, signal && { signal }));
    const pids: number[] = [];
    let [lost, worstMs] = [0, 0];
    const rounds = howMany(1, 10);
    for (let round = 0; round < rounds; round++) {
      const pid = Number(
        /\d+/.exec((await run("import os; print(os.getpid())")).replace(/\[This is[^\]]*\]/, ""))?.[0],
      );
      pids.push(pid);
      process.kill(pid, "SIGSTOP");
      const controller = new AbortController();
      const stuck = run("1 + 1", controller.signal).then(
        () => lost++,
        () => {},
      );
      const began = performance.now();
      await client.ping();
      worstMs = Math.max(worstMs, performance.now() - began);
      controller.abort();
      await stuck;
      if (!(await run("6 * 7")).includes("42")) lost++;
    }
    await kernels.close();
    await eventually(() => expect(pids.filter(isRunning)).toEqual([]));
    tally({
      what: "Kernel stopped in the middle",
      attempts: rounds,
      crashes: 0,
      lost,
      leaked: pids.filter(isRunning).length,
      worstMs,
    });
  },
);
