/** Recording changes on disk: scans compared to `git add -A` and `git status`, delay until a change is listed, memory. */
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ChangeRecorder } from "@tandem-ide/changes";
import { temporaryDirectory as removedAtExit } from "../servers/fixture.mjs";
import { median, quantile, takeTurns, timed } from "../statistics.mjs";

const client = { id: "1", name: "bench", version: "1" };
const filesPerFolder = 100;
const turns = 1_000;
const directory = removedAtExit();
const temporaryDirectory = () => mkdtempSync(join(directory, "part-"));

function makeFolder(files) {
  const folder = join(temporaryDirectory(), "project");
  for (let i = 0; i < files; i++) {
    const pack = join(folder, `pack-${Math.floor(i / filesPerFolder)}`);
    if (i % filesPerFolder === 0) mkdirSync(pack, { recursive: true });
    writeFileSync(join(pack, `module-${i}.ts`), `export const value${i} = "${randomUUID()}";\n`.repeat(20));
  }
  return folder;
}

/** Git without the user's configuration, with a repository elsewhere, as a recorder uses it. */
function gitIn(folder, store) {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  execFileSync("git", ["init", "-q", "--bare", store], { env });
  const options = { cwd: folder, env: { ...env, GIT_DIR: store, GIT_WORK_TREE: folder } };
  return (...args) =>
    new Promise((resolve, reject) => {
      execFile("git", args, options, (error) => (error ? reject(error) : resolve()));
    });
}

function recorderOf(folder, home) {
  const changes = new ChangeRecorder({ env: { PATH: process.env.PATH, HOME: home }, home });
  changes.attach({ folders: [folder], isHidden: () => false, hiddenIn: () => new Set(), isUnsaved: async () => false });
  return changes;
}

async function firstLooks(folder, rounds) {
  return await takeTurns(
    {
      floor: async () => {
        const store = temporaryDirectory();
        const git = gitIn(folder, store);
        const time = await timed(() => git("add", "-A"));
        rmSync(store, { recursive: true });
        return time;
      },
      ours: async () => {
        const home = temporaryDirectory();
        const changes = recorderOf(folder, home);
        const time = await timed(async () => {
          changes.clientsChanged([client]);
          await changes.idle();
        });
        await changes.close();
        rmSync(home, { recursive: true });
        return time;
      },
    },
    { rounds, warm: 1 },
  );
}

/** Resolves with the time until a new file is listed. */
async function delayOf(changes, folder) {
  const path = join(folder, `new-${randomUUID()}.ts`);
  return await timed(
    () =>
      new Promise((resolve) => {
        const stop = changes.onChanged(() => {
          if (!changes.list.turns.some(({ files }) => files.some((file) => file.path === path))) return;
          stop();
          resolve();
        });
        writeFileSync(path, "export {};\n");
      }),
  );
}

async function laterLooks(folder, rounds) {
  const git = gitIn(folder, temporaryDirectory());
  await git("add", "-A");
  await git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "start");
  const changes = recorderOf(folder, temporaryDirectory());
  changes.clientsChanged([client]);
  await changes.idle();
  const samples = await takeTurns(
    {
      floor: () => timed(() => git("status", "--porcelain")),
      ours: () => timed(() => changes.refresh()),
    },
    { rounds, warm: 2 },
  );
  const delays = [];
  for (let round = 0; round < rounds; round++) {
    delays.push(await delayOf(changes, folder));
    await changes.idle();
  }
  await changes.close();
  return { ...samples, delays };
}

/** Returns how much the heap grew over many turns with a change each, which the user keeps, in MB. */
async function growth() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const folder = makeFolder(10);
  const changes = recorderOf(folder, temporaryDirectory());
  changes.clientsChanged([client]);
  const turn = async () => {
    changes.promptSent(client);
    await changes.idle();
    writeFileSync(join(folder, "turn.ts"), `${randomUUID()}\n`.repeat(100));
    await changes.refresh();
    for (const { id } of changes.list.turns) await changes.keep({ turn: id });
  };
  for (let warm = 0; warm < 50; warm++) await turn();
  const before = heap();
  for (let each = 0; each < turns; each++) await turn();
  const grown = heap() - before;
  await changes.close();
  return grown;
}

export async function measure() {
  const rows = [];
  for (const [files, rounds] of [
    [1_000, 15],
    [50_000, 5],
    [200_000, 2],
  ]) {
    const folder = makeFolder(files);
    const count = files.toLocaleString("en");
    const first = await firstLooks(folder, rounds);
    const { floor, ours, delays } = await laterLooks(folder, rounds * 3);
    rows.push(
      {
        id: `changes-first-${files}`,
        what: `the first scan of ${count} files`,
        unit: "ms",
        ours: median(first.ours),
        floor: median(first.floor),
        floorIs: "git add -A",
      },
      {
        id: `changes-scan-${files}`,
        what: `a later scan of ${count} files`,
        unit: "ms",
        ours: median(ours),
        floor: median(floor),
        floorIs: "git status",
      },
      {
        id: `changes-delay-${files}`,
        what: `from a write to the list, ${count} files, p95`,
        unit: "ms",
        ours: quantile(delays, 0.95),
      },
    );
    rmSync(folder, { recursive: true });
  }
  return [
    ...rows,
    { id: "changes-memory", what: "growth of the heap over 1,000 turns", unit: "MB", ours: await growth() },
  ];
}
