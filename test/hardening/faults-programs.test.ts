/** Programs behind the editor that hang: a real language server and a real kernel, stopped in the middle of their work. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "@tandem-ide/base/node";
import { connect } from "@tandem-ide/client";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Editor } from "@tandem-ide/server";
import { createKernels } from "@tandem-ide/workspace/kernel";
import { expect, onTestFinished, test } from "vitest";
import { createHome } from "../../packages/workspace/src/kernel/testing/home.js";
import { right, wrong } from "../../packages/workspace/src/testing/language/answers.js";
import { startServers } from "../../packages/workspace/src/testing/language/start-servers.js";
import { pullServer, typescriptProject } from "../../packages/workspace/src/testing/language/typescript-project.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { put } from "./faults/fixture.js";
import { scaled, tally } from "./tally.js";

/** The process and its children, because some servers are started by a small wrapper. */
function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** The states of all threads of these processes, such as T for stopped. */
const threadStates = (pids: readonly number[]) =>
  pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const facts = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      return facts.slice(facts.lastIndexOf(")") + 2)[0];
    }),
  );

/** Stops processes. The signal goes to one thread: on a busy machine, others run on until that one is scheduled. */
async function stopAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await eventually(() => expect(new Set(threadStates(pids))).toEqual(new Set(["T"])));
}

/** An endpoint for this editor, and a client. Both are closed when the test ends. */
async function serve(editor: Editor) {
  const configDir = temporaryDirectory();
  const endpoint = await createEndpoint(editor, {
    configDir,
    home: configDir,
    env: {},
    allowedCode: { has: () => true, set: () => {} },
  });
  onTestFinished(() => endpoint.close());
  const client = await connect(endpoint);
  onTestFinished(() => client.close());
  return client;
}

test.skipIf(process.platform !== "linux")(
  "a stopped language server: returns known diagnostics in time, and current ones once it continues",
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
    const wrongAnswers: string[] = [];
    let worstMs = 0;
    const rounds = scaled(2, 30);
    for (let round = 0; round < rounds; round++) {
      await stopAll(pids);
      const [before, after] = round % 2 === 0 ? [1, 0] : [0, 1];
      put(folder, "a.ts", after === 0 ? right : wrong);
      const start = performance.now();
      const answered = await count();
      if (answered !== before) wrongAnswers.push(`${answered} instead of ${before} in round ${round}`);
      worstMs = Math.max(worstMs, performance.now() - start);
      for (const pid of pids) process.kill(pid, "SIGCONT");
      await eventually(async () => expect(await count()).toBe(after));
    }
    await stopAll(pids);
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
  "a stopped kernel: the call ends with its client, and the next one gets a working kernel",
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
    const rounds = scaled(1, 10);
    for (let round = 0; round < rounds; round++) {
      const pid = Number(
        /\d+/.exec((await run("import os; print(os.getpid())")).replace(/\[This is[^\]]*\]/, ""))?.[0],
      );
      pids.push(pid);
      await stopAll([pid]);
      const controller = new AbortController();
      const stuck = run("1 + 1", controller.signal).then(
        () => lost++,
        () => {},
      );
      const start = performance.now();
      await client.ping();
      worstMs = Math.max(worstMs, performance.now() - start);
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
